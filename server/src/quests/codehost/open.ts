import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import { createCodeHost } from '../../ground/clients/codehost/create-codehost.ts'
import type { CodehostConfig } from '../../ground/config/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { readApps } from './apps.ts'

export function openCodeHost(
  config: CodehostConfig,
  kept: Pick<Context, 'db' | 'clock' | 'secrets'>,
): CodeHost {
  return createCodeHost(config, { clock: kept.clock, readApps: () => readApps(kept, config.url) })
}
