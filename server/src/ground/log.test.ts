import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const module = new URL('./log.ts', import.meta.url).href

/** Runs `code` with a log on standard output. */
function start(code: string) {
  const script = `const { createLog } = await import('${module}'); const log = createLog('info'); ${code}`
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

test('a line is out while the process goes on, and so is one that was logged while that was written', async () => {
  const child = start(
    `log.info('one'); setTimeout(() => { log.info('x'.repeat(5_000)); log.info('two') }, 300); process.stdin.resume()`,
  )
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(JSON.parse(line).msg)
    if (lines.length === 3) break
  }
  expect(lines).toEqual(['one', 'x'.repeat(5_000), 'two'])
  child.kill()
})

test('no line is lost when the process ends, by itself or at once', async () => {
  for (const ending of ['', 'process.exit()']) {
    const child = start(`for (let line = 0; line < 1_000; line++) log.info(String(line)); ${ending}`)
    let text = ''
    child.stdout.on('data', chunk => {
      text += chunk
    })
    expect(await once(child, 'close')).toEqual([0, null])
    expect(text.trimEnd().split('\n')).toHaveLength(1_000)
  }
})
