import { readRpcUrls } from '../../ground/config/chains.ts'
import { type CodehostConfig, readCodehost } from '../../ground/config/codehost.ts'
import { ConfigError } from '../../ground/config/config.ts'
import { createReader, type Env } from '../../ground/config/reader.ts'

export type AttesterSettings = {
  readonly key: `0x${string}`
  /** The interface of the service, whose quests name their issues. */
  readonly service: string
  /** The file of what it saw first, and of what it signed. */
  readonly file: string
  readonly host: string
  readonly port: number
  readonly token: string | null
  readonly codehost: CodehostConfig
  readonly rpcUrls: ReadonlyMap<number, string>
}

/** The service's own secrets: whoever has these beside the attester's key could sign for work that nobody did. */
const foreign = ['ESCROW_OPERATOR_KEY', 'ESCROW_OPERATOR_KEYS', 'JWT_SECRET', 'CODEHOST_CLIENT_SECRET']

/** @throws ConfigError naming every problem; it never repeats a secret's value. */
export function readAttesterSettings(env: Env): AttesterSettings {
  const read = createReader(env)
  const { problems, text } = read
  for (const name of foreign)
    if (env[name]?.trim()) problems.push(`${name} is the service's: the attester must not have it.`)
  const key = text('ATTESTER_KEY')
  if (key === null || !/^0x[0-9a-f]{64}$/i.test(key) || /^0x0{64}$/.test(key))
    problems.push('ATTESTER_KEY must be a private key: 0x and 64 hex digits.')
  const service = read.url('ATTESTER_SERVICE', '')
  if (service === '')
    problems.push("ATTESTER_SERVICE must be the service's interface, such as https://quests.example.org/api.")
  const rpcUrls = readRpcUrls(read)
  if (rpcUrls.size === 0) problems.push('RPC_URLS must name the chain of the escrow contract.')
  const codehost = readCodehost(read)
  if (codehost === null)
    problems.push(
      'CODEHOST_TOKEN must be set, or another of the CODEHOST_ settings: merges are looked up there.',
    )
  const settings = {
    service,
    file: text('ATTESTER_FILE') ?? './data/attester.jsonl',
    host: text('HOST') ?? '127.0.0.1',
    port: read.number('ATTESTER_PORT', 8090, { min: 0, max: 65_535, integer: true }),
    token: text('ATTESTER_TOKEN'),
    rpcUrls,
  }
  if (problems.length > 0 || codehost === null) throw new ConfigError(problems)
  return { ...settings, key: key as `0x${string}`, codehost }
}
