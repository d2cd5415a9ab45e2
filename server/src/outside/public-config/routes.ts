import { PublicConfig, type UndecidedRule, Version } from '@furrow/sdk/contract'
import { hasThird } from '@furrow/sdk/escrow-version'
import { readSchemaName } from '@furrow/storage/schema-name.ts'
import { checksum } from '../../ground/address.ts'
import type { OAuthClient } from '../../ground/clients/codehost/authority.ts'
import type { Escrow } from '../../ground/clients/escrow.ts'
import type { Escrows } from '../../ground/clients/escrows.ts'
import { day, hour, instant } from '../../ground/clock.ts'
import type { Config } from '../../ground/config/config.ts'
import type { EscrowConfig } from '../../ground/config/escrows.ts'
import { confirmationsOf } from '../../ground/config/payments.ts'
import { showLogo } from '../../ground/config/pictures.ts'
import type { Context } from '../../ground/context.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { commit, version } from '../../ground/version.ts'
import { ruleSentences } from '../../people/mail/notices/undecided.ts'
import { stoppedOf } from '../../quests/rails/chain-rail/set-problem.ts'
import { undecidedRule } from '../../rules/lifecycle/default-outcome.ts'
import { stoppedBy } from '../../rules/lifecycle/stopped.ts'
import { didOf, formsOf } from '../credentials/issuer.ts'
import { estimatesOf } from './estimates.ts'

export const configRoutes: Routes = async (app, { context }) => {
  const read = readConfigShown(context)
  const readEstimates = estimatesOf(context)
  app.get(
    '/config',
    { schema: { summary: 'What a client needs to know of this service', response: { 200: PublicConfig } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      const shown = await read()
      return context.config.priceFeeds.size === 0 ? shown : { ...shown, estimates: readEstimates() }
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

/** Cached: while the process runs, only the knowledge of escrow contracts, and an app at the code host, change. */
function readConfigShown({ codehost, config, escrows }: Context): () => Promise<PublicConfig> {
  let last: { readonly known: string; readonly shown: PublicConfig } | null = null
  return async () => {
    // Everything else is shown while the database is away.
    const client = (await codehost?.readClient().catch(() => null)) ?? null
    const contracts = escrows.all.map(one =>
      JSON.stringify([stoppedOf(one).why, one.knownTerms(), one.lastStanding()]),
    )
    const known = [client?.id, ...contracts].join()
    if (last?.known !== known) last = { known, shown: showConfig(config, escrows, client) }
    return last.shown
  }
}

function showConfig(config: Config, escrows: Escrows, client: OAuthClient | null): PublicConfig {
  const { codehost } = config
  const { first } = escrows
  const wallet = (address: Config['platformWallet']) => address && checksum(address)
  const { name, text, logo, accent } = config.community
  const shown = showLogo(config)
  return {
    ...((name ?? text ?? logo ?? accent) !== null && {
      community: {
        name,
        ...(text !== null && { text }),
        logo,
        ...(shown?.origin === null && { picture: shown.small }),
        accent,
      },
    }),
    ...(config.demo !== null && { demo: { people: [...config.demo] } }),
    beta: config.betaCodes.length > 0,
    events: config.events.all > 0,
    platformWallet: wallet(config.platformWallet),
    genesisCreator: wallet(config.genesisCreator),
    passkeys: config.passkeyChainId === null ? null : { chainId: config.passkeyChainId },
    ...(config.paymasters.urls.size > 0 && {
      sponsoredGas: { chainIds: [...config.paymasters.urls.keys()] },
    }),
    ...(config.credentials !== null && {
      credentials: { did: didOf(config), forms: formsOf(config) },
    }),
    reviewWindowHours: config.reviewWindowMs / hour,
    codehost:
      codehost && client
        ? {
            kind: codehost.kind,
            url: codehost.url,
            clientId: client.id,
            authorizeUrl: `${codehost.url}${codehost.kind === 'gitlab' ? '/oauth/authorize' : '/login/oauth/authorize'}`,
            scope: codehost.scope,
          }
        : null,
    chain: first && {
      chainId: first.chainId,
      escrow: checksum(first.address),
      confirmations: first.confirmations,
      ...(first.finalized && { finalized: true }),
      explorer: first.explorer,
    },
    ...(escrows.all.length > 0 && { chains: escrows.all.map(one => showContract(config, one)) }),
    disputes: first
      ? { ...showDisputesOf(showTerms(config, first)), ledger: showDisputes(config) }
      : showDisputes(config),
    payments: [...config.payments.tokensOf].map(([chainId, tokens]) => ({
      chainId,
      confirmations: confirmationsOf(config.payments, chainId),
      tokens: [...tokens.keys()],
      addresses: [...tokens].map(([token, address]) => ({ token, address: checksum(address) })),
    })),
    tokens: showTokens(config.tokens, first?.leastRewards),
  }
}

function showDisputes({ platformWallet, disputeMs }: Config) {
  return {
    decidedBy: platformWallet && checksum(platformWallet),
    days: disputeMs / day,
    ...showRule(undecidedRule({ arbiter: platformWallet !== null, contract: null })),
  }
}

type Terms = NonNullable<NonNullable<PublicConfig['chains']>[number]['terms']> & ReturnType<typeof showRule>

function showRule(rule: UndecidedRule) {
  return { otherwise: ruleSentences[rule], rule }
}

function showDisputesOf({
  decidedBy,
  disputeDays,
  otherwise,
  rule,
  source,
}: Terms): PublicConfig['disputes'] {
  return { decidedBy, days: disputeDays, otherwise, rule, source }
}

function showTerms({ platformWallet, disputeMs, reviewWindowMs }: Config, escrow: Escrow): Terms {
  const known = escrow.knownTerms()
  const { arbiter, ...times } = known ?? { arbiter: platformWallet, disputeMs, reviewWindowMs }
  return {
    decidedBy: arbiter && checksum(arbiter),
    reviewWindowHours: times.reviewWindowMs / hour,
    disputeDays: times.disputeMs / day,
    ...showRule(
      undecidedRule({
        arbiter: arbiter !== null,
        attester: known === null || known.attester !== null,
        contract: escrow.knownVersion() ?? 'unknown',
      }),
    ),
    ...(known !== null && known.attester !== null && { attester: checksum(known.attester) }),
    source: known === null ? 'settings' : 'contract',
    ...showRoles(escrow),
  }
}

/** As the third version has it; the package of contracts is loaded only where a chain is asked. */
const rulingDelayHours = 24

function showRoles(escrow: Escrow): Partial<Terms> {
  const [version, standing] = [escrow.knownVersion(), escrow.lastStanding()]
  const { nextDeciders, nominee, owner } = standing ?? { nextDeciders: null, nominee: null, owner: null }
  return {
    ...(version !== null && { version }),
    ...(owner !== null && { owner: checksum(owner) }),
    ...(nominee !== null && {
      nextOperator: { address: checksum(nominee.address), from: instant(nominee.from) },
    }),
    ...(nextDeciders !== null && {
      nextDeciders: {
        arbiter: checksum(nextDeciders.arbiter),
        attester: nextDeciders.attester && checksum(nextDeciders.attester),
        from: instant(nextDeciders.from),
      },
    }),
    ...(version !== null && hasThird(version) && { rulingDelayHours }),
  }
}

function showContract(config: Config, escrow: Escrow) {
  const { chainId, address, confirmations, finalized, explorer, publicRpc, retired, tokens, leastRewards } =
    escrow
  const { splitter } = escrow
  const stopped = stoppedBy(stoppedOf(escrow).why)
  return {
    chainId,
    escrow: checksum(address),
    confirmations,
    ...(finalized && { finalized }),
    explorer,
    ...(publicRpc !== null && { rpc: publicRpc }),
    active: !retired,
    ...(splitter !== null && { splitter: checksum(splitter) }),
    ...(stopped !== null && { stopped }),
    terms: showTerms(config, escrow),
    tokens: showTokens(tokens, leastRewards),
  }
}

function showTokens(tokens: Config['tokens'], leastRewards: EscrowConfig['leastRewards'] = new Map()) {
  return [...tokens].map(([symbol, address]) => {
    const minReward = leastRewards.get(symbol)
    return { symbol, address: checksum(address), ...(minReward !== undefined && { minReward }) }
  })
}
