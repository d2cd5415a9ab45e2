import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/**
 * What was released last: moved when this one is. Its schema is at least one migration older. From the next one on it knows of
 * later migrations, and the test can also start it anew beside this one.
 */
const versionBefore = '50233fdc0c57236488ec5e22de92411bdaba759b'

const workspaces = ['sdk', 'server', 'contracts']

/** Whether the history is there; what was cloned without it has this version alone. */
export const hasVersionBefore =
  spawnSync('git', ['cat-file', '-e', `${versionBefore}^{commit}`], { cwd: root }).status === 0

/** The sources of the version before, with the packages that are installed here. Gives the folder. */
export async function checkOutVersionBefore(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-before-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const parts = [...workspaces, 'scripts', 'package.json']
  const archive = spawnSync('git', ['archive', versionBefore, ...parts], { cwd: root, maxBuffer: 2 ** 28 })
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
