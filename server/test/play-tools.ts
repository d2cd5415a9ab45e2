import type { KeyScope } from '@furrow/sdk'
import { Client } from '@modelcontextprotocol/client'
import { expect, onTestFinished } from 'vitest'
import { type Harness, sampleQuest, startHarness, type User } from './harness.ts'
import { startJsonHost } from './json-host.ts'
import { makeProvedAndPaid } from './proved-and-paid.ts'

export type Called = {
  readonly isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  readonly value: any
}
/** Lists the tools of a service and calls them, by whichever client. */
export type Tools = { names(): Promise<string[]>; call(name: string, args?: object): Promise<Called> }
export type Agent = Tools & { readonly client: Client }

/** The official client, on either revision of the protocol; `connect` gives it its transport. */
export async function startAgent(
  connect: (client: Client) => Promise<void>,
  mode: 'auto' | 'legacy' = 'auto',
): Promise<Agent> {
  const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode } })
  onTestFinished(() => client.close())
  await connect(client)
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => readCalled(await client.callTool({ name, arguments: { ...args } })),
  }
}

/** The one text in the result of a call. */
export function readCalled({
  content,
  isError = false,
}: {
  content: unknown
  isError?: boolean | undefined
}): Called {
  const [part] = content as { type: string; text: string }[]
  return { isError, value: readText(part?.text ?? '') }
}

/** The SDK itself speaks of bad arguments in plain words. */
function readText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export async function makeKey({ furrow, account }: User, scopes: readonly KeyScope[]): Promise<string> {
  const signer = {
    account,
    signMessage: ({ message }: { message: string }) => account.signMessage({ message }),
  }
  const { key } = await furrow.keys.make(signer, { name: 'agent', scopes, days: 7, agent: true })
  return key
}

/** A service with a code host where alice has opened a pull request. */
export async function startWithPull(): Promise<Harness> {
  const repository = { id: 9, full_name: 'farm/gate', default_branch: 'main', private: false }
  const { url } = await startJsonHost({
    'GET /api/v1/user': { id: 5, login: 'alice' },
    'GET /api/v1/repos/farm/gate': repository,
    'GET /api/v1/repos/farm/gate/pulls/12': {
      id: 501,
      number: 12,
      user: { id: 5, login: 'alice' },
      title: 'Work',
      body: 'Fixes #7',
      merged: false,
      merged_at: null,
      base: { ref: 'main', repo: repository },
    },
  })
  return startHarness({ env: { CODEHOST_KIND: 'gitea', CODEHOST_URL: url, CODEHOST_TOKEN: 't' } })
}

/** Plays quests with agents alone at `startWithPull`, and calls every tool that the service lists. */
export async function playEveryTool(
  { clock, context, runDue, user }: Harness,
  { giver, farmer }: { giver: Tools & { address: string }; farmer: Tools & { address: string } },
): Promise<void> {
  const called = new Set<string>()
  const does = (agent: Tools) => async (name: string, args?: object) => {
    called.add(name)
    const { isError, value } = await agent.call(name, args)
    expect(isError, `${name}: ${JSON.stringify(value)}`).toBe(false)
    return value
  }
  const [give, work] = [does(giver), does(farmer)]
  const { reward: _, ...quest } = sampleQuest
  const posted = await give('post_quest', { ...quest, requestId: 'one' })
  const again = await give('post_quest', { ...quest, requestId: 'one' })
  expect(again.id).toBe(posted.id)
  const { id } = posted

  const found = await work('find_quests', { q: 'gate' })
  expect(found).toMatchObject({
    quests: [{ id, places: 1, taken: 0, untrusted: { title: quest.title } }],
    next: null,
  })
  const terms = await work('quest_terms', { id })
  expect(terms).toMatchObject({
    done: { by: 'hand-in' },
    places: { all: 1, free: 1 },
    eligibility: { mayJoin: true, reasons: [] },
    pay: { amount: '100', token: 'USDC', rail: 'ledger' },
    payer: { address: giver.address },
  })
  expect(await give('quest_terms', { id })).toMatchObject({
    eligibility: { mayJoin: false, reasons: ['You cannot accept your own quest.'] },
  })
  await work('comment', { id, body: 'I am on it.' })
  expect(await work('follow_quests', { name: 'Gates', q: 'gate' })).toMatchObject({ how: 'digest' })
  await work('bookmark_quest', { id })
  expect(await work('bookmarked_quests')).toMatchObject({ quests: [{ id }], next: null })
  await work('bookmark_quest', { id, keep: false })
  expect(await work('bookmarked_quests', {})).toEqual({ quests: [], next: null })
  const { updatedAt } = await work('get_quest', { id })
  await work('take_quest', { id, updatedAt })
  await work('give_place_back', { id })
  clock.advance(1_000)
  await work('take_quest', { id, updatedAt: (await work('get_quest', { id })).updatedAt })
  await work('hand_in', { id, url: 'https://example.org/work', note: 'done' })
  const { tasks: waiting } = await give('my_tasks')
  expect(waiting[0]).toMatchObject({ kind: 'review', questId: id })
  await give('return_work', { id, farmer: farmer.address, note: 'The hinge squeaks.' })
  await work('hand_in', { id, note: 'It does not any more.' })
  const whole = { id, farmer: farmer.address }
  expect(await work('propose_part', { ...whole, share: 0.6, note: 'The half of it.' })).toMatchObject({
    farmers: [{ offer: { by: 'farmer', share: 0.6, untrusted: { note: 'The half of it.' } } }],
  })
  const done = await give('approve_work', { id, farmer: farmer.address })
  expect(done.farmers).toMatchObject([{ address: farmer.address, status: 'released' }])
  expect(await give('pay_due')).toMatchObject({
    how: expect.arrayContaining([expect.stringContaining('no key')]),
    works: [{ questId: id, amount: '100', token: 'USDC', payee: farmer.address }],
    transactions: [],
    next: null,
  })
  await give('tell_paid', { id, farmer: farmer.address })
  expect((await give('pay_due')).works).toEqual([])
  const tip = await give('thank', { questId: id, farmer: farmer.address, amount: '5', token: 'USDC' })
  expect(tip).toMatchObject({ status: 'promised', tipped: id })
  expect(await give('thanks_paid', { id: tip.id })).toMatchObject({ status: 'said' })
  const shed = { title: 'A shed', description: 'Of wood.', category: 'buildings' }
  const proposal = await user().furrow.communityDao.propose(shed)
  expect(await give('list_proposals')).toMatchObject({ proposals: [{ id: proposal.id }], next: null })
  expect(await give('get_proposal', { id: proposal.id })).toMatchObject({
    id: proposal.id,
    untrusted: { title: 'A shed' },
  })
  called.add('proposal_paid')
  expect(await giver.call('proposal_paid', { id: proposal.id, txHash: `0x${'1'.repeat(64)}` })).toMatchObject(
    { isError: true, value: { code: 'proposal-pays-nothing' } },
  )
  await makeProvedAndPaid(context, id)
  expect(await work('take_credential', { id })).toMatchObject({ status: 'valid', questId: id })
  await give('review', { id, address: farmer.address, rating: 5, comment: 'Quick.' })
  await work('review', { id, address: giver.address, rating: 4 })
  expect(await work('read_profile', { address: farmer.address })).toMatchObject({
    reviewsReceived: [{ rating: 5, untrusted: { comment: 'Quick.' } }],
  })

  const halved = await give('post_quest', quest)
  await work('take_quest', { ...halved })
  await work('hand_in', { id: halved.id, note: 'The half of it.' })
  await give('propose_part', { id: halved.id, farmer: farmer.address, share: 0.5 })
  expect(await work('agree_to_part', { id: halved.id, farmer: farmer.address, share: 0.5 })).toMatchObject({
    farmers: [{ status: 'released', paid: '50' }],
  })

  const friend = user()
  const team = await give('post_quest', { ...quest, maxFarmers: 2 })
  const halvesOf = (other: { address: string }) =>
    [farmer, other].map(({ address }) => ({ address, share: 0.5 }))
  await friend.furrow.quests.accept(team.id)
  await friend.furrow.quests.share(team.id, halvesOf(friend))
  const share = { id: team.id, farmer: friend.address }
  expect(await work('agree_to_share', { ...share, share: 0.5 })).toMatchObject({
    farmers: [{ shared: { agreed: true } }],
  })
  await work('refuse_share', share)
  const { updatedAt: now } = await work('get_quest', { id: team.id })
  await work('take_quest', { id: team.id, updatedAt: now })
  await work('share_place', { id: team.id, shares: halvesOf(user()) })

  const patron = user()
  const backed = await patron.furrow.quests.post(sampleQuest)
  expect(await give('back_quest', { id: backed.id, amount: '5' })).not.toHaveProperty('next')
  await give('stop_backing', { id: backed.id })
  expect(await give('back_quest', { id: backed.id, amount: '20' })).toMatchObject({
    rewardWithBackers: '120',
    backers: [{ address: giver.address, amount: '20', state: 'promised' }],
  })
  await friend.furrow.quests.accept(backed.id)
  await friend.furrow.quests.submit(backed.id, { note: 'done' })
  const objection = { id: backed.id, farmer: friend.address, reason: 'It does not close.' }
  expect(await give('object_to_work', objection)).toMatchObject({ backers: [{ state: 'objected' }] })

  const questions = [
    { text: 'When do you begin? \u{1f33e}' },
    { text: 'Which tools do you have?', required: true },
  ]
  const chosen = await give('post_quest', { ...quest, admission: 'application', questions })
  expect(await work('quest_terms', { id: chosen.id })).toMatchObject({
    eligibility: { how: expect.stringContaining('answers to its questions') },
  })
  await work('take_quest', { ...chosen, note: 'I have tools.', answers: ['', 'A saw.'] })
  expect(await give('applications', { id: chosen.id })).toMatchObject({
    applications: [
      {
        farmer: farmer.address,
        answers: [{ untrusted: { question: 'Which tools do you have?', answer: 'A saw.' } }],
        untrusted: { note: 'I have tools.' },
      },
    ],
  })
  await give('admit_applicant', { id: chosen.id, farmer: farmer.address })

  const { quests: parts } = await give('post_plan', {
    parts: [quest, { ...quest, title: 'Paint the posts' }],
    requestId: 'plan',
  })
  expect(parts).toMatchObject([{ plan: { place: 1, of: 2 } }, { plan: { place: 2, of: 2 } }])
  const proved = await give('post_quest', { ...quest, codehostRepo: 'farm/gate', codehostIssue: '7' })
  expect(await work('preview_pull_request', { repo: 'farm/gate', pr: 12 })).toMatchObject({
    wouldPay: false,
    quest: proved.id,
    farmer: null,
    untrusted: { account: 'alice' },
    reasons: [
      { code: 'merge-needed', fix: expect.any(String), untrusted: { text: expect.any(String) } },
      { code: 'account-unproved' },
    ],
  })

  const soon = (hours: number) => new Date(clock.now() + hours * 60 * 60 * 1_000).toISOString()
  const contest = await give('post_quest', {
    ...quest,
    ...{ mode: 'contest', prizes: ['60', '40'], entriesUntil: soon(1), decideUntil: soon(3) },
  })
  const entry = { id: contest.id, text: 'A hinge of oak.' }
  await work('enter_contest', entry)
  await work('withdraw_entry', { id: contest.id })
  await work('enter_contest', entry)
  expect(await give('read_entries', { id: contest.id })).toMatchObject({
    entries: [{ farmer: farmer.address, untrusted: { text: 'A hinge of oak.' } }],
  })
  clock.advance(60 * 60 * 1_000)
  await give('rank_entries', {
    id: contest.id,
    winners: [{ farmer: farmer.address, prize: 1 }],
    returned: [{ prize: 2, reason: 'One entry only.' }],
  })
  await work('dispute_ranking', { id: contest.id, reason: 'Mine is worth both.' })
  const voted = await give('post_quest', {
    ...quest,
    ...{
      mode: 'contest',
      prizes: ['60', '40'],
      entriesUntil: soon(1),
      decideUntil: soon(2),
      rankBy: 'votes',
    },
  })
  clock.advance(2 * 60 * 60 * 1_000)
  await runDue()
  expect(await work('read_ballots', { id: voted.id })).toEqual({ ballots: [], next: null })

  expect([...called].toSorted()).toEqual((await giver.names()).toSorted())
}
