import { PublicConfig, Version } from '@furrow/sdk/contract'
import { checksum } from '../address.ts'
import { day, hour } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { readMigrations } from '../db/migrations/executed.ts'
import type { Routes } from '../http/routes.ts'
import { undecidedRule } from '../lifecycle/default-outcome.ts'
import { commit, version } from '../version.ts'

export const configRoutes: Routes = async (app, { context }) => {
  // It cannot change while the process runs.
  const shown = showConfig(context.config)
  app.get(
    '/config',
    { schema: { summary: 'What a client needs to know of this service', response: { 200: PublicConfig } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      return shown
    },
  )
  app.get(
    '/version',
    { schema: { summary: 'Which version of the service this is', response: { 200: Version } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      const schema = (await readMigrations(context.db)).at(-1) ?? null
      return { name: 'furrow', version, commit, schema }
    },
  )
}

function showConfig(config: Config): PublicConfig {
  const { codehost, escrow } = config
  const wallet = (address: Config['platformWallet']) => address && checksum(address)
  return {
    beta: config.betaCodes.length > 0,
    platformWallet: wallet(config.platformWallet),
    genesisCreator: wallet(config.genesisCreator),
    reviewWindowHours: config.reviewWindowMs / hour,
    codehost: codehost?.client
      ? {
          kind: codehost.kind,
          url: codehost.url,
          clientId: codehost.client.id,
          authorizeUrl: `${codehost.url}${codehost.kind === 'gitlab' ? '/oauth/authorize' : '/login/oauth/authorize'}`,
          scope: codehost.scope,
        }
      : null,
    chain: escrow && {
      chainId: escrow.chainId,
      escrow: checksum(escrow.address),
      confirmations: escrow.confirmations,
      explorer: escrow.explorer,
    },
    disputes: {
      decidedBy: wallet(config.platformWallet),
      days: config.disputeMs / day,
      otherwise: undecidedRule({ arbiter: config.platformWallet !== null, onChain: escrow !== null }),
    },
    tokens: [...config.tokens].map(([symbol, address]) => ({ symbol, address: checksum(address) })),
  }
}
