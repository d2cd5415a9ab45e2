import { createWallet, sampleQuest } from './harness.ts'

/** Requests for every route that takes a body or a query; together they have each of its texts. */
export function sampleRequests(questId: string): readonly SampleRequest[] {
  const { address } = createWallet()
  const titleWeight = { title: 'a', weight: 1 }
  const texts = { bio: 'a', skills: ['a'] }
  const quest = {
    ...sampleQuest,
    codehostRepo: 'farm/gate',
    codehostIssue: '7',
    deadline: '2030-01-01T00:00:00Z',
    admission: 'application',
    questions: [{ text: 'a', required: true }],
  }
  const contest = {
    ...sampleQuest,
    ...{ mode: 'contest', prizes: ['100'], maxEntries: 5, sealed: true, rankBy: 'giver' },
    ...{ entriesUntil: '2030-01-01T00:00:00Z', decideUntil: '2030-01-02T00:00:00Z' },
  }
  const filter = {
    status: 'open',
    category: 'a',
    skill: 'a',
    token: 'USDC',
    giver: address,
    farmer: address,
    backing: 'promise',
    payer: 'new',
    minPaidRate: '0.9',
    admission: 'open',
    deadline: 'week',
    rewardFrom: '1',
    rewardBelow: '2',
    q: 'a',
  }
  return [
    { method: 'GET', path: '/auth/nonce', query: { address } },
    {
      method: 'POST',
      path: '/auth/verify',
      body: { address, signature: '0x', nonce: 'a', nonceToken: 'a', message: 'a' },
    },
    {
      method: 'POST',
      path: '/auth/keys',
      body: { address, signature: '0x', nonce: 'a', nonceToken: 'a', message: 'a' },
    },
    {
      method: 'GET',
      path: '/auth/authorize',
      query: {
        client_id: 'a',
        redirect_uri: 'a',
        response_type: 'a',
        code_challenge: 'a',
        code_challenge_method: 'a',
        scope: 'a',
        state: 'a',
        resource: 'a',
      },
    },
    {
      method: 'POST',
      path: '/auth/authorize',
      body: {
        address,
        signature: '0x',
        nonce: 'a',
        nonceToken: 'a',
        message: 'a',
        request: {
          client_id: 'a',
          redirect_uri: 'a',
          response_type: 'a',
          code_challenge: 'a',
          code_challenge_method: 'a',
          scope: 'a',
          state: 'a',
          resource: 'a',
        },
      },
    },
    { method: 'DELETE', path: '/auth/keys', query: { id: 'a' }, body: { id: 'a' } },
    { method: 'POST', path: '/auth/beta', body: { code: 'a' } },
    { method: 'GET', path: '/profile/', query: { address, init: 'false' } },
    { method: 'GET', path: '/profile/payer', query: { address, cursor: `1-${address}-quest-a` } },
    { method: 'GET', path: '/profile/passkey', query: { id: 'k'.repeat(16) } },
    { method: 'GET', path: '/paymaster/ticket', query: { chainId: '8453' } },
    { method: 'GET', path: '/profile/giving', query: { from: '2026-01-01', to: '2026-01-31' } },
    { method: 'GET', path: '/profile/giving.csv', query: { from: '2026-01-01', to: '2026-01-31' } },
    {
      method: 'PUT',
      path: '/profile/',
      query: { address },
      body: {
        address,
        ensAddress: 'a.eth',
        codehostUsername: 'a',
        codehostToken: 'a',
        profilePhoto: 'a',
        displayName: 'a',
        listed: true,
        language: 'de',
        codehostCommands: true,
        passkey: { id: 'k'.repeat(16), publicKey: `0x${'ab'.repeat(64)}` },
        farmerProfile: { ...texts, guild: 'a' },
        giverProfile: { organization: 'a', website: 'https://example.org', bio: 'a' },
      },
    },
    { method: 'GET', path: '/profiles', query: { address } },
    { method: 'GET', path: '/profiles', query: { skill: 'a', sort: 'score', limit: '1', cursor: 'a' } },
    {
      method: 'GET',
      path: '/quests',
      query: {
        status: 'open',
        category: 'a',
        skill: 'a',
        token: 'a',
        giver: address,
        farmer: address,
        minPaidRate: '1',
        admission: 'open',
        deadline: 'week',
        rewardFrom: '1',
        rewardBelow: '2',
        q: 'a',
        limit: '1',
        cursor: 'a',
      },
    },
    { method: 'GET', path: '/quests', query: { id: questId } },
    ...['/quests.atom', '/quests.ics', '/quests/facets'].map(path => ({
      method: 'GET' as const,
      path,
      query: {
        status: 'open',
        category: 'a',
        skill: 'a',
        token: 'a',
        giver: address,
        farmer: address,
        minPaidRate: '1',
        admission: 'open',
        deadline: 'week',
        rewardFrom: '1',
        rewardBelow: '2',
        q: 'a',
      },
    })),
    { method: 'GET', path: '/account/statement.csv', query: { from: '2026-01-01', to: '2026-01-02' } },
    { method: 'GET', path: '/quests/events', query: { id: questId, limit: '1', cursor: '1' } },
    {
      method: 'GET',
      path: '/quests/comments',
      query: { id: questId, order: 'oldest', limit: '1', cursor: '1' },
    },
    { method: 'POST', path: '/quests/comments', body: { questId, body: 'a', replyTo: 'a' } },
    { method: 'POST', path: '/quests/comments', body: { questId, body: 'a' } },
    { method: 'PATCH', path: '/quests/comments', body: { commentId: 'a', body: 'a', pinned: true } },
    { method: 'PUT', path: '/quests/comments', body: { questId, closed: false } },
    {
      method: 'DELETE',
      path: '/quests/comments',
      query: { commentId: 'a' },
      body: { commentId: 'a' },
    },
    { method: 'POST', path: '/quests', body: { ...quest, draftId: 'a', after: questId } },
    { method: 'PATCH', path: '/quests', body: { questId, status: 'completed' } },
    {
      method: 'PATCH',
      path: '/quests',
      body: { questId, action: 'accept', answers: [{ question: 'a', answer: 'a' }] },
    },
    { method: 'PATCH', path: '/quests', body: { questId, action: 'submit', url: 'a', note: 'a' } },
    { method: 'PATCH', path: '/quests', body: { questId, action: 'dispute', farmer: address, reason: 'a' } },
    { method: 'PATCH', path: '/quests', body: { questId, action: 'return', farmer: address, note: 'a' } },
    { method: 'PATCH', path: '/quests', body: { questId, action: 'answer', url: 'a', note: 'a' } },
    {
      method: 'PATCH',
      path: '/quests',
      body: { questId, action: 'extend', farmer: address, until: quest.deadline },
    },
    {
      method: 'PATCH',
      path: '/quests',
      body: { questId, action: 'add-evidence', farmer: address, note: 'a' },
    },
    {
      method: 'PATCH',
      path: '/quests',
      body: { questId, action: 'propose-part', farmer: address, share: 0.5, note: 'a' },
    },
    {
      method: 'PATCH',
      path: '/quests',
      body: { questId, action: 'share', shares: [{ address, share: 1 }] },
    },
    { method: 'PATCH', path: '/quests', body: { questId, action: 'back', amount: '5' } },
    { method: 'PATCH', path: '/quests', body: { questId, action: 'stop-backing', backer: address } },
    {
      method: 'PATCH',
      path: '/quests',
      body: { questId, action: 'object', farmer: address, reason: 'a' },
    },
    { method: 'GET', path: '/quests/disputes', query: { limit: '1', cursor: 'a' } },
    { method: 'GET', path: '/quests/evidence', query: { id: questId, farmer: address } },
    {
      method: 'PATCH',
      path: '/quests',
      body: { questId, action: 'resolve', farmer: address, outcome: 'pay' },
    },
    {
      method: 'PATCH',
      path: '/quests',
      body: { questId, action: 'review', address, rating: 5, comment: 'a' },
    },
    { method: 'POST', path: '/quests/invite', body: { questId, address, note: 'a' } },
    { method: 'DELETE', path: '/quests/invite', query: { questId }, body: { questId } },
    { method: 'GET', path: '/tasks', query: { limit: '1' } },
    {
      method: 'POST',
      path: '/payouts/paid-many',
      body: { txHash: `0x${'1'.repeat(64)}`, chainId: 1, works: [{ questId, farmer: address }] },
    },
    { method: 'GET', path: '/thanks', query: { address, role: 'given', limit: '1', cursor: 'a' } },
    { method: 'GET', path: '/quests/entries', query: { id: questId, limit: '1', cursor: 'a' } },
    { method: 'GET', path: '/quests/ballots', query: { id: questId, limit: '1', cursor: 'a' } },
    { method: 'GET', path: '/quests/ballots/own', query: { id: questId } },
    { method: 'PUT', path: '/quests/ballots', body: { questId, entries: ['entry-1'] } },
    { method: 'PUT', path: '/quests/entries', body: { questId, text: 'a', links: ['https://example.org'] } },
    { method: 'DELETE', path: '/quests/entries', query: { id: questId } },
    {
      method: 'PATCH',
      path: '/quests',
      body: {
        ...{ questId, action: 'rank', winners: [{ farmer: address, prize: 1, word: 'a' }] },
        returned: [{ prize: 2, reason: 'a' }],
      },
    },
    { method: 'PATCH', path: '/quests', body: { questId, action: 'dispute-ranking', reason: 'a' } },
    { method: 'PATCH', path: '/quests', body: { questId, action: 'resolve-ranking', reason: 'a' } },
    { method: 'GET', path: '/thanks/own' },
    {
      method: 'POST',
      path: '/thanks',
      body: { url: 'https://example.org/o/r/pull/1', amount: '1', token: 'USDC' },
    },
    { method: 'POST', path: '/quests/plan', body: { after: questId, parts: [quest, quest] } },
    { method: 'POST', path: '/quests/plan', body: { parts: [contest, contest] } },
    { method: 'POST', path: '/quests', body: contest },
    { method: 'POST', path: '/thanks', body: { questId, farmer: address, amount: '1', token: 'USDC' } },
    {
      method: 'PATCH',
      path: '/thanks',
      body: { id: 'thanks-1', action: 'paid', txHash: `0x${'1'.repeat(64)}`, chainId: 1 },
    },
    { method: 'GET', path: '/credentials', query: { limit: '1', cursor: 'a' } },
    { method: 'POST', path: '/credentials', body: { questId, form: 'badge', reward: true } },
    { method: 'GET', path: '/credentials/{id}', params: { id: 'cred-1' } },
    { method: 'GET', path: '/credentials/status/{list}', params: { list: '1' } },
    { method: 'GET', path: '/payouts/due', query: { token: 'USDC', chainId: '1', limit: '1', cursor: 'a' } },
    {
      method: 'PATCH',
      path: '/quests',
      body: {
        questId,
        action: 'edit',
        changes: { ...quest, clarification: 'a' },
        expectedUpdatedAt: quest.deadline,
      },
    },
    { method: 'GET', path: '/quests/eligibility', query: { id: questId } },
    { method: 'GET', path: '/quests/applications', query: { id: questId, limit: '1', cursor: 'a' } },
    { method: 'PATCH', path: '/quests', body: { questId, action: 'paid', farmer: address, txHash: 'a' } },
    { method: 'GET', path: '/leaderboard', query: { season: '1', skill: 'a', token: 'a' } },
    { method: 'GET', path: '/quests/revisions', query: { id: questId, limit: '1', cursor: '1' } },
    { method: 'GET', path: '/quests/drafts', query: { id: 'a', limit: '1', cursor: 'a' } },
    { method: 'POST', path: '/quests/drafts', body: { quest } },
    { method: 'POST', path: '/quests/drafts', body: { quest: contest } },
    { method: 'PATCH', path: '/quests/drafts', body: { draftId: 'a', version: 1, quest: contest } },
    { method: 'PATCH', path: '/quests/drafts', body: { draftId: 'a', version: 1, quest } },
    { method: 'DELETE', path: '/quests/drafts', query: { draftId: 'a' }, body: { draftId: 'a' } },
    { method: 'GET', path: '/quests/approval', query: { questId, farmer: address } },
    {
      method: 'PATCH',
      path: '/quests',
      body: { questId, action: 'sign-approval', farmer: address, deadline: 1, signature: '0x00' },
    },
    {
      method: 'GET',
      path: '/quests/desk',
      query: { id: questId, part: 'waiting', label: 'a', limit: '1', cursor: 'a' },
    },
    { method: 'PUT', path: '/quests/desk', body: { questId, farmer: address, label: 'a', note: 'a' } },
    { method: 'GET', path: '/quests/trust' },
    { method: 'PUT', path: '/quests/trust', body: { text: 'alice', version: 0 } },
    { method: 'POST', path: '/quests/import', body: { url: 'a', codehostToken: 'a' } },
    { method: 'POST', path: '/quests/import/label', body: { repo: 'a', label: 'a', codehostToken: 'a' } },
    { method: 'GET', path: '/mail', query: { limit: '1', cursor: 'a', quest: 'a', from: address } },
    { method: 'POST', path: '/mail', body: { to: address, subject: 'a', body: 'a', type: 'direct' } },
    { method: 'PATCH', path: '/mail', body: { messageId: 'a', read: true } },
    { method: 'DELETE', path: '/mail', query: { messageId: 'a' }, body: { messageId: 'a' } },
    { method: 'PUT', path: '/mail/blocks', body: { address } },
    { method: 'DELETE', path: '/mail/blocks', query: { address }, body: { address } },
    { method: 'GET', path: '/reputation', query: { address, limit: '1', cursor: 'a' } },
    { method: 'GET', path: '/community-dao', query: { limit: '1', cursor: 'a' } },
    { method: 'GET', path: '/community-dao/proposals.json', query: { limit: '1', cursor: 'a' } },
    { method: 'GET', path: '/community-dao/activities.json', query: { limit: '1', cursor: 'a' } },
    { method: 'POST', path: '/community-dao', body: { title: 'a', description: 'a', category: 'a' } },
    ...[
      { kind: 'add-member', address, title: 'a' },
      {
        kind: 'change-settings',
        settings: { proposeBy: 'anyone', weights: 'one', titleWeights: [titleWeight] },
      },
    ].map(action => ({
      method: 'POST' as const,
      path: '/community-dao',
      body: {
        ...{ title: 'a', description: 'a', category: 'a', tally: 'live', choices: ['a', 'b'], action },
        ...{ startsAt: quest.deadline, endsAt: '2030-01-02T00:00:00Z' },
      },
    })),
    { method: 'GET', path: '/community-dao/proposals', query: { id: 'a' } },
    { method: 'GET', path: '/community-dao/proposals/safe.json', query: { id: 'a' } },
    {
      method: 'POST',
      path: '/community-dao/proposals/paid',
      body: { proposalId: 'a', txHash: `0x${'1'.repeat(64)}` },
    },
    {
      method: 'POST',
      path: '/community-dao',
      body: {
        ...{ title: 'a', description: 'a', category: 'a', endsAt: '2030-01-02T00:00:00Z' },
        pay: { works: [{ questId: 'a', farmer: address }] },
      },
    },
    { method: 'GET', path: '/community-dao/votes', query: { proposal: 'a', limit: '1', cursor: 'a' } },
    { method: 'GET', path: '/community-dao/votes/own', query: { proposal: 'a' } },
    { method: 'GET', path: '/community-dao/votes/export', query: { proposal: 'a' } },
    {
      method: 'POST',
      path: '/community-dao/votes',
      body: { proposalId: 'a', choice: 'a', number: 1, signature: '0x' },
    },
    {
      method: 'POST',
      path: '/community-dao/delegations',
      body: { delegate: address, season: 1, number: 1, signature: '0x' },
    },
    { method: 'DELETE', path: '/community-dao/delegations', query: { season: '1' }, body: { season: '1' } },
    { method: 'POST', path: '/community-dao/veto', body: { proposalId: 'a', reason: 'a' } },
    {
      method: 'PUT',
      path: '/community-dao',
      body: {
        genesisCreator: { name: 'a' },
        members: [{ address, title: 'a' }],
        treasury: { balance: 1, token: 'A', onChain: { chainId: 1, address } },
        settings: { proposeBy: 'anyone', weights: 'one', titleWeights: [titleWeight] },
        proposals: [{ id: 'a', status: 'open' }],
      },
    },
    { method: 'GET', path: '/resolve', query: { name: 'a.eth' } },
    { method: 'GET', path: '/resolve', query: { address } },
    {
      method: 'POST',
      path: '/codehost/token',
      body: {
        code: 'a',
        redirectUri: 'a',
        redirect_uri: 'a',
        codeVerifier: 'a'.repeat(43),
        code_verifier: 'a'.repeat(43),
      },
    },
    { method: 'POST', path: '/verify', body: { repo: 'farm/gate', pr: 1 } },
    { method: 'POST', path: '/setup/github', body: { organization: 'a' } },
    { method: 'POST', path: '/setup/github/app', body: { code: 'a', state: 'a' } },
    { method: 'GET', path: '/setup/check', query: { repository: 'farm/gate' } },
    { method: 'GET', path: '/verify/preview', query: { repo: 'farm/gate', pr: '1' } },
    {
      method: 'POST',
      path: '/notifications/channels',
      body: {
        kind: 'webhook',
        address: 'a@b.example',
        url: 'https://hooks.example/',
        botToken: 'a',
        chat: 'a',
        push: { endpoint: 'https://push.example/', keys: { p256dh: 'a', auth: 'a' } },
        topics: ['letter'],
        digest: 'daily',
      },
    },
    {
      method: 'POST',
      path: '/notifications/channels',
      body: { kind: 'email', address: 'a@b.example', topics: ['letter'] },
    },
    {
      method: 'POST',
      path: '/notifications/channels',
      body: { kind: 'push', push: { endpoint: 'https://push.example/', keys: { p256dh: 'a', auth: 'a' } } },
    },
    {
      method: 'PATCH',
      path: '/notifications/channels',
      body: { id: 'a', topics: ['letter'], digest: 'daily' },
    },
    { method: 'DELETE', path: '/notifications/channels', query: { id: 'a' }, body: { id: 'a' } },
    {
      method: 'POST',
      path: '/quests/follows',
      body: {
        name: 'a',
        filter,
        how: 'digest',
        channels: ['a'],
      },
    },
    { method: 'POST', path: '/quests/follows', body: { name: 'a', filter: {}, how: 'now', channels: null } },
    {
      method: 'PUT',
      path: '/quests/follows',
      body: { id: 'a', name: 'b', filter, how: 'now', channels: ['a'] },
    },
    { method: 'DELETE', path: '/quests/follows', query: { id: 'a' }, body: { id: 'a' } },
    { method: 'GET', path: '/quests/bookmarks', query: { limit: '1', cursor: 'a' } },
    { method: 'GET', path: '/quests/bookmarks/ids' },
    { method: 'PUT', path: '/quests/bookmarks', body: { questId: 'a' } },
    { method: 'DELETE', path: '/quests/bookmarks', query: { questId: 'a' }, body: { questId: 'a' } },
    { method: 'POST', path: '/notifications/channels/test', body: { id: 'a' } },
    { method: 'POST', path: '/notifications/channels/confirm', body: { token: 'a' } },
    { method: 'GET', path: '/notifications/unsubscribe', query: { token: 'a' } },
    { method: 'POST', path: '/notifications/unsubscribe', query: { token: 'a' } },
    {
      method: 'POST',
      path: '/reports',
      body: { kind: 'quest', id: 'a', reason: 'spam', note: 'a', disclose: true },
    },
    ...['queue', 'log', 'mine'].map(name => ({
      method: 'GET' as const,
      path: `/moderation/${name}`,
      query: { limit: '1', cursor: 'a' },
    })),
    { method: 'POST', path: '/moderation', body: { action: 'hide', kind: 'quest', id: 'a', reason: 'a' } },
    { method: 'POST', path: '/moderation/dismissals', body: { reporter: address, reason: 'a' } },
    { method: 'POST', path: '/moderation/answers', body: { id: 'a', note: 'a' } },
    { method: 'POST', path: '/moderation/moderators', body: { address } },
    { method: 'DELETE', path: '/moderation/moderators', query: { address }, body: { address } },
    { method: 'GET', path: '/files', query: { limit: '1', cursor: 'a' } },
    ...(['GET', 'DELETE'] as const).map(method => ({
      method,
      path: '/files/{name}',
      params: { name: 'a' },
    })),
    { method: 'DELETE', path: '/auth/sessions/{id}', params: { id: 'a' } },
    {
      method: 'GET',
      path: '/pictures/profile/{address}',
      params: { address },
      query: { size: '96' },
    },
    ...['quests', 'profiles'].map(what => ({
      method: 'GET' as const,
      path: `/../og/${what}/{name}`,
      params: { name: 'a' },
    })),
  ]
}

export type SampleRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As in the description of the interface, with the names of its parameters. */
  readonly path: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

/** A text of a request; `put` gives the request with another value in its place. */
export type Place = { readonly name: string; put(value: unknown): SampleRequest }

/** The request's address, after the prefix. */
export function urlOf({ path, params = {}, query }: SampleRequest): string {
  const filled = path.replaceAll(/[{]([^}]+)[}]/g, (_, name: string) =>
    // A path is made of bytes: half a character cannot be sent in one.
    encodeURIComponent(String(params[name]).toWellFormed()),
  )
  return `${filled}${query ? `?${new URLSearchParams(query)}` : ''}`
}

/** Every text of a request: `body.farmerProfile.bio`. */
export function placesIn(request: SampleRequest): Place[] {
  return (['params', 'query', 'body'] as const).flatMap(part =>
    pathsIn(request[part]).map(path => ({
      name: [part, ...path].join('.'),
      put: value => ({ ...request, [part]: replaced(request[part], path, value) }),
    })),
  )
}

function pathsIn(value: unknown): string[][] {
  if (typeof value === 'string') return [[]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => pathsIn(child).map(path => [key, ...path]))
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value))
    return value.map((child, index) => (String(index) === key ? replaced(child, rest, by) : child))
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, by) }
}

type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly maxLength?: number
  readonly 'x-max-bytes'?: number
}

/** Every text of a schema, by the name of its place in a request. */
export function textsOf(schema: Schema, name: string): [string, Schema][] {
  if (schema.type === 'string') return [[name, schema]]
  return [
    ...(schema.anyOf ?? []).flatMap(one => textsOf(one, name)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, child]) => textsOf(child, `${name}.${key}`)),
    ...(schema.items ? textsOf(schema.items, `${name}.0`) : []),
  ]
}
