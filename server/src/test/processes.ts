import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export type ServiceProcess = {
  readonly baseUrl: string
  readonly output: () => string
  /** Resolves when it has ended, however. */
  readonly ended: Promise<Ended>
  /** Sends the signal and waits for the end; gives the exit code, null where the signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>
}

export type Ended = { readonly code: number | null; readonly output: string }

/** The service's sources, in a process of its own; resolves when it listens, rejects when it ends. */
export async function startProcess(
  env: Readonly<Record<string, string>>,
  repository = root,
): Promise<ServiceProcess> {
  const { child, output, ended } = run(env, 'main.ts', repository)
  const origin = await Promise.race([
    untilReady(child, output),
    ended.then(({ output }) => Promise.reject(new Error(`it ended: ${output}`))),
  ])
  return {
    baseUrl: `${origin}/api`,
    output,
    ended,
    async kill(signal) {
      child.kill(signal)
      return (await ended).code
    },
  }
}

/** Runs it, or another command of it, until it ends by itself. */
export async function runProcess(
  env: Readonly<Record<string, string>>,
  command: 'main.ts' | 'cli/rekey.ts' = 'main.ts',
): Promise<Ended> {
  return run(env, command).ended
}

function run(env: Readonly<Record<string, string>>, command = 'main.ts', repository = root) {
  const script = `server/src/${command}`
  const child = spawn(process.execPath, ['--import', './scripts/require-node.mjs', script], {
    cwd: repository,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      OVERLOAD_MS: '0',
      CONNECTION_LIMIT: '0',
      MAX_IN_FLIGHT: '0',
      ...env,
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      text += String(chunk)
    })
  const output = () => text
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, output: text }))
  return { child, output, ended }
}

async function untilReady(child: ReturnType<typeof run>['child'], output: () => string): Promise<string> {
  for (;;) {
    const [, origin] = /"address":"(http:[^"]+)\/api"/.exec(output()) ?? []
    if (origin !== undefined) return origin
    await once(child.stdout, 'data')
  }
}
