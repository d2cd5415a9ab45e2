import type { Db } from '@furrow/storage/db.ts'
import type { Logger } from 'pino'
import type { Chains } from './clients/chains.ts'
import type { CodeHost } from './clients/codehost/codehost.ts'
import type { Escrows } from './clients/escrows.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'

/** Everything that touches the outside world: the first argument of the domain functions. */
export type Context = {
  readonly config: Config
  readonly secrets: Secrets
  readonly db: Db
  readonly clock: Clock
  readonly chains: Chains
  /** null: in development, hints are believed. */
  readonly codehost: CodeHost | null
  readonly escrows: Escrows
  readonly log: Logger
}
