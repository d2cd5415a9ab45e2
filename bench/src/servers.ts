import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Server = AsyncDisposable & {
  readonly origin: string
  readonly child: ChildProcess
  readonly readyMs: number
}

/** Quotas count as in use, and are never reached: no user writes as much as the bench. */
const quotas = Object.fromEntries(
  [
    'QUESTS_A_DAY',
    'LIVE_QUESTS',
    'LETTERS_A_DAY',
    'PROPOSALS_A_DAY',
    'WITHDRAWALS_A_DAY',
    'APPLICATIONS_A_DAY',
    'NEW_PROFILES_AN_HOUR',
  ].map(name => [`QUOTA_${name}`, '1000000000']),
)

/** Starts the service as `npm start` does, with more arguments for Node, and waits for the line with its address. */
export async function startService(
  env: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<Server> {
  const [, ...args] = packageJson.scripts.start.replace(/^exec /, '').split(' ')
  return start([...more, ...args], {
    PORT: '0',
    // On, and never reached.
    RATE_LIMIT: '1000000000',
    SIGN_INS: '0',
    ...quotas,
    ...env,
  })
}

export async function startBare(body: string, ...more: readonly string[]): Promise<Server> {
  return start([...more, 'bench/src/bare.ts'], { BODY: body })
}

/** Starts one of bench/peers, which is no workspace: its hundreds of packages are only for comparisons. */
export async function startPeer(name: string, env: Readonly<Record<string, string>>): Promise<Server> {
  return start([`bench/peers/${name}.mjs`], { NODE_ENV: 'production', ...env })
}

async function start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Server> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  // Also where the bench itself fails.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  const origin = await readOrigin(child)
  const readyMs = performance.now() - began
  // The rest of its log is read too, or the pipe would fill up.
  child.stdout?.resume()
  return {
    origin,
    child,
    readyMs,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      end()
      await ended
      process.off('exit', end)
    },
  }
}

async function readOrigin(child: ChildProcess): Promise<string> {
  let output = ''
  // Left open: a service with an unread log stops writing it, and would be measured without.
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += String(chunk)
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
    if (origin !== undefined) return origin
  }
  throw new Error(`the server ended before it listened: ${output}`)
}
