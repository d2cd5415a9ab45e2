import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type ServiceProcess = {
  readonly pid: number
  readonly baseUrl: string
  readonly output: () => string
  /** Resolves when it has ended, in any way. */
  readonly ended: Promise<Ended>
  /** Sends the signal and waits for the end; gives the exit code, null where the signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>
}

export type Ended = {
  readonly code: number | null
  /** All of its output; the order of the two streams is chance. */
  readonly output: string
  readonly stdout: string
}

/** The service, in a process of its own; resolves when it listens, rejects when it ends. */
export async function startProcess(
  env: Readonly<Record<string, string>>,
  repository = root,
): Promise<ServiceProcess> {
  const begun = beginProcess(env, repository)
  return { ...begun, baseUrl: await begun.ready }
}

/** Starts it without waiting for anything; `ready` resolves with its base URL when it listens, and rejects when it ends. */
export function beginProcess(
  env: Readonly<Record<string, string>>,
  repository = root,
): Omit<ServiceProcess, 'baseUrl'> & { readonly ready: Promise<string> } {
  const { child, output, ended } = run(env, 'main.ts', [], repository)
  const ready = Promise.race([
    untilReady(child, output).then(origin => `${origin}/api`),
    ended.then(({ output }) => Promise.reject(new Error(`it ended: ${output}`))),
  ])
  ready.catch(() => {})
  return {
    ready,
    pid: child.pid as number,
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
  command: 'main.ts' | `cli/${string}.ts` = 'main.ts',
  args: readonly string[] = [],
): Promise<Ended> {
  return run(env, command, args).ended
}

/** Runs a command, and kills it at that output; it may have ended before. */
export async function killProcess(
  env: Readonly<Record<string, string>>,
  command: `cli/${string}.ts`,
  args: readonly string[],
  said: string,
): Promise<void> {
  const { child, output, ended } = run(env, command, args)
  child.stderr.on('data', () => {
    if (output().includes(said)) child.kill('SIGKILL')
  })
  await ended
}

function run(
  env: Readonly<Record<string, string>>,
  command: string,
  args: readonly string[] = [],
  repository = root,
) {
  // Other versions have only their sources.
  const script = repository === root ? builtOf(command) : `server/src/${command}`
  const child = spawn(process.execPath, ['--import', './scripts/require-node.mjs', script, ...args], {
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
  let stdout = ''
  child.stdout.on('data', chunk => {
    stdout += String(chunk)
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      text += String(chunk)
    })
  const output = () => text
  const ended = once(child, 'close').then(
    ([code]): Ended => ({ code: code as number | null, output: text, stdout }),
  )
  return { child, output, ended }
}

export function builtOf(command: string): string {
  return `server/dist/bin/${basename(command, '.ts')}.js`
}

async function untilReady(child: ReturnType<typeof run>['child'], output: () => string): Promise<string> {
  for (;;) {
    const [, origin] = /"address":"(http:[^"]+)\/api"/.exec(output()) ?? []
    if (origin !== undefined) return origin
    await once(child.stdout, 'data')
  }
}
