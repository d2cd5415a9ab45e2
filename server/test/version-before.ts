import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The released version: moved with each release, and never to anything else. */
export const versionBefore = '7e1e60f812983e004c3e66f16a67aee7305303d6'

/**
 * A snapshot of the line towards the next release: the newest that can run beside this version. With the next release
 * `versionBefore` itself can, and this goes.
 */
export const snapshot = '48ed9ec0d91a8d26cc0df1db513a7a8af1d30382'

const workspaces = ['sdk', 'server', 'contracts']

/** Whether the history is there; a clone without it has only this version. */
export const hasHistory = [versionBefore, snapshot].every(
  commit => spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0,
)

/**
 * The sources of that version, with the packages that are installed here: those that only they need, such as
 * `@fastify/swagger-ui`, are among the root package.json's. Gives the folder.
 */
export async function checkOut(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-before-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const parts = [...workspaces, 'scripts', 'package.json']
  const archive = spawnSync('git', ['archive', commit, ...parts], { cwd: root, maxBuffer: 2 ** 28 })
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout })
  if (archive.status !== 0 || status !== 0) throw new Error(`${archive.stderr}${stderr}`)

  // The workspaces are its own, and everything else is as it is here.
  await mkdir(join(folder, 'node_modules/@furrow'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@furrow' && name !== '.cache')
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const name of workspaces) await symlink(join(folder, name), join(folder, 'node_modules/@furrow', name))
  return folder
}
