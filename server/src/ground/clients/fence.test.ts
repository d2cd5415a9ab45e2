import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFence, permissionsOf } from './fence.ts'

const bubblewrap = 'bwrap'

/** The output of a program within the fence. */
async function run(program: string): Promise<string> {
  const { command, args, ids } = await findFence()
  const { stdout } = spawnSync(command, [...args, ...permissionsOf(), '-e', program], {
    ...ids,
    env: {},
    encoding: 'utf8',
  })
  return stdout.trim()
}

const attempt = (act: string) => `try { ${act}; console.log('done') } catch { console.log('refused') }`

test('a program that reads images reads no file of the service, writes none, and starts nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-fence-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const secret = join(folder, 'jwt-secret')
  await writeFile(secret, 'secret', { mode: 0o644 })
  const name = JSON.stringify(secret)
  expect(await run(attempt(`require('fs').readFileSync(${name})`))).toBe('refused')
  expect(await run(attempt(`require('fs').writeFileSync(${name}, '')`))).toBe('refused')
  expect(await run(attempt(`require('child_process').execFileSync('/bin/true')`))).toBe('refused')
  expect(
    await run(attempt(`require(${JSON.stringify(import.meta.dirname)} + '/../../../../node_modules/sharp')`)),
  ).toBe('done')
})

test('where namespaces or another user can be had, it has those', async () => {
  const { kind, args } = await findFence()
  const hasBubblewrap =
    spawnSync(bubblewrap, ['--unshare-all', '--ro-bind', '/', '/', '/bin/true']).status === 0
  expect(kind).toBe(hasBubblewrap ? 'namespaces' : process.getuid?.() === 0 ? 'user' : 'permissions')
  if (kind !== 'namespaces') return
  // Without Node's own permissions, like a library that was taken over.
  const look = `console.log(require('fs').existsSync('/etc/passwd'), Object.keys(require('os').networkInterfaces()).join())`
  const { stdout } = spawnSync(bubblewrap, [...args, '-e', look], { env: {}, encoding: 'utf8' })
  expect(stdout.trim()).toMatch(/^false (lo)?$/)
})
