import { PublicConfig, Version } from '@furrow/sdk/contract'
import { checksum } from '../address.ts'
import type { Escrow } from '../clients/escrow.ts'
import { day, hour } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { EscrowConfig } from '../config/escrows.ts'
import { confirmationsOf } from '../config/payments.ts'
import { showLogo } from '../config/pictures.ts'
import { readSchemaName } from '../db/schema-name.ts'
import type { Routes } from '../http/routes.ts'
import { undecidedRule } from '../lifecycle/default-outcome.ts'
import { commit, version } from '../version.ts'

export const configRoutes: Routes = async (app, { context }) => {
  // It cannot change while the process runs.
  const shown = showConfig(context.config, context.escrows.first)
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
      return { name: 'furrow', version, commit, schema: await readSchemaName(context.db) }
    },
  )
}

function showConfig(config: Config, first: Escrow | null): PublicConfig {
  const { codehost } = config
  const escrow = config.escrows.find(({ retired }) => !retired) ?? null
  const wallet = (address: Config['platformWallet']) => address && checksum(address)
  const { name, logo, accent } = config.community
  const shown = showLogo(config)
  return {
    ...((name ?? logo ?? accent) !== null && {
      community: { name, logo, ...(shown?.origin === null && { picture: shown.small }), accent },
    }),
    beta: config.betaCodes.length > 0,
    events: config.events.all > 0,
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
      ...(escrow.finalized && { finalized: true }),
      explorer: escrow.explorer,
    },
    ...(config.escrows.length > 0 && { chains: config.escrows.map(showContract) }),
    disputes: {
      decidedBy: wallet(config.platformWallet),
      days: config.disputeMs / day,
      otherwise: undecidedRule({
        arbiter: config.platformWallet !== null,
        contract: escrow && (first?.knownVersion() ?? 'unknown'),
      }),
    },
    payments: [...config.payments.tokensOf].map(([chainId, tokens]) => ({
      chainId,
      confirmations: confirmationsOf(config.payments, chainId),
      tokens: [...tokens.keys()],
    })),
    tokens: showTokens(config.tokens, escrow?.leastRewards),
  }
}

function showContract({
  chainId,
  address,
  confirmations,
  finalized,
  explorer,
  publicRpc,
  retired,
  tokens,
  leastRewards,
}: EscrowConfig) {
  return {
    chainId,
    escrow: checksum(address),
    confirmations,
    ...(finalized && { finalized }),
    explorer,
    ...(publicRpc !== null && { rpc: publicRpc }),
    active: !retired,
    tokens: showTokens(tokens, leastRewards),
  }
}

function showTokens(tokens: Config['tokens'], leastRewards: EscrowConfig['leastRewards'] = new Map()) {
  return [...tokens].map(([symbol, address]) => {
    const minReward = leastRewards.get(symbol)
    return { symbol, address: checksum(address), ...(minReward !== undefined && { minReward }) }
  })
}
