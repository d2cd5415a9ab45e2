import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { NewProposal } from '@furrow/sdk'
import { hashTypedData } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { voteTypedData } from '../../../../sdk/src/sign-votes.ts'
import { hasChain } from '../../../test/chain.ts'
import { createWallet, type Harness, startHarness, type User, type Wallet } from '../../../test/harness.ts'
import { runProcess } from '../../../test/processes.ts'
import { deploySafe, deploySafes } from '../../../test/safe.ts'
import { signerOf } from '../../../test/signer.ts'
import { startTwins } from '../../../test/twins.ts'
import { startWalletChains, type WalletChain } from '../../../test/wallet-sign-in.ts'
import { hashTyped } from '../../access/auth/typed-data.ts'
import { checksum } from '../../ground/address.ts'
import { day, hour, instant } from '../../ground/clock.ts'
import { askWalletsOf } from './ask-wallet.ts'
import { recount, type With } from './recount.ts'

const draft = { title: 'A shed', description: 'For the tools.', category: 'building' }

const vote = (user: User, id: string, choice: string) =>
  user.furrow.communityDao.vote(signerOf(user), id, choice)
const delegateTo = (user: User, to: Wallet, season?: number) =>
  user.furrow.communityDao.delegate(signerOf(user), to.address, season)

/** A community with so many members beside its creator. */
async function startCommunity(count: number, settings: object = {}) {
  const harness = await startHarness()
  const creator = harness.user(harness.genesis)
  const members = Array.from({ length: count }, () => harness.user())
  const list = members.map(({ address }, index) => ({ address, title: `Title ${index}` }))
  await creator.furrow.communityDao.change({ members: list, settings: { quorum: 0, ...settings } })
  const propose = async (given: Partial<NewProposal> = {}, by: User = harness.user(harness.genesis)) => {
    const endsAt = instant(harness.clock.now() + day)
    return (await by.furrow.communityDao.propose({ ...draft, endsAt, ...given })).id
  }
  const end = async () => {
    harness.clock.advance(day)
    while ((await harness.runDue()) > 0);
  }
  return { ...harness, creator, members, propose, end }
}

async function startSafes() {
  const harness = await startWalletChains([8453])
  return { ...harness, ...(harness.chains[0] as WalletChain) }
}

async function recountOf(
  { send: _, baseUrl }: Pick<Harness, 'send' | 'baseUrl'>,
  id: string,
  edit?: (text: string) => string,
  using: With = {},
) {
  const response = await fetch(`${baseUrl}/community-dao/votes/export?proposal=${id}`)
  expect(response.status).toBe(200)
  const text = await response.text()
  return recount(createInterface({ input: Readable.from([edit ? edit(text) : text]) }), using)
}

describe('a vote', () => {
  test('is signed, changed until the last millisecond, and shown with its signature', async () => {
    const { clock, members, propose, runDue, send, visitor, user } = await startCommunity(3)
    const [ann, ben] = members as [User, User, User]
    const id = await propose()
    await runDue()
    const cast = await vote(ann, id, 'Yes')
    expect(cast).toMatchObject({ proposalId: id, voter: ann.account.address, choice: 'Yes', number: 1 })
    await vote(ben, id, 'Abstain')
    clock.advance(day - 1)
    const changed = await vote(user(ann), id, 'No')
    expect(changed).toMatchObject({ number: 2, choice: 'No', at: instant(clock.now()) })
    const { ballot } = await visitor.communityDao.proposal(id)
    expect(ballot).toMatchObject({ state: 'open', members: 3, totalWeight: 3, outcome: null })
    expect(ballot?.result).toEqual({
      choices: [
        { choice: 'Yes', weight: 0, voters: 0 },
        { choice: 'No', weight: 1, voters: 1 },
        { choice: 'Abstain', weight: 1, voters: 1 },
      ],
      cast: 2,
      voters: 2,
    })
    expect(await user(ann).furrow.communityDao.ownVote(id)).toMatchObject({ vote: changed, weight: 1 })
    const again = { proposalId: id, choice: 'No', number: 2, signature: changed.signature }
    const { token } = user(ann)
    expect((await send('POST', '/community-dao/votes', { token, body: again })).body).toEqual(changed)
    const old = { proposalId: id, choice: 'Yes', number: 1, signature: cast.signature }
    expect((await send('POST', '/community-dao/votes', { token, body: old })).status).toBe(409)
    clock.advance(1)
    await expect(vote(user(ann), id, 'Yes')).rejects.toMatchObject({ status: 400 })
    await runDue()
    expect(await visitor.communityDao.proposal(id)).toMatchObject({
      status: 'rejected',
      outcome: { kind: 'decided', choice: 'No', closedAt: instant(clock.now()) },
    })
    const { items, cursor } = await visitor.communityDao.votes({ proposal: id, limit: '1' })
    const { items: rest } = await visitor.communityDao.votes({ proposal: id, cursor: cursor ?? '' })
    expect([...items, ...rest].map(({ voter }) => voter).sort()).toEqual(
      [ann, ben].map(({ account }) => account.address).sort(),
    )
  })

  test('is of members at the start alone, and signed by themselves for just that', async () => {
    const { clock, creator, members, propose, send, user } = await startCommunity(2)
    const [ann, ben] = members as [User, User]
    const startsAt = instant(clock.now() + hour)
    const id = await propose({ startsAt, endsAt: instant(clock.now() + day) })
    await expect(vote(ann, id, 'Yes')).rejects.toMatchObject({ status: 400 })
    clock.advance(hour)
    // Nobody has looked since the start: these two join and leave after it.
    const late = user()
    await creator.furrow.communityDao.change({
      members: [
        { address: late.address, title: '' },
        { address: ann.address, title: '' },
      ],
    })
    await expect(vote(late, id, 'Yes')).rejects.toMatchObject({ status: 403 })
    await vote(ben, id, 'Yes')
    const other = await propose({ title: 'A well' })
    const signed = await vote(ann, other, 'Yes')
    const refused: readonly [object, number][] = [
      [{ proposalId: id, choice: 'Yes', number: 1, signature: signed.signature }, 401],
      [{ proposalId: other, choice: 'No', number: 2, signature: signed.signature }, 401],
      [{ proposalId: other, choice: 'Maybe', number: 2, signature: '0x' }, 400],
      [{ proposalId: other, choice: 'Yes', number: 0, signature: '0x' }, 400],
      [{ proposalId: 'proposal-0', choice: 'Yes', number: 1, signature: '0x' }, 404],
    ]
    for (const [body, status] of refused) {
      const answer = await send('POST', '/community-dao/votes', { token: ann.token, body })
      expect(answer.status, answer.body.error).toBe(status)
    }
    expect((await send('POST', '/community-dao/votes', { body: refused[0]?.[0] })).status).toBe(401)
  })

  test('weighs what it did at the start: by title, and by the points of the season', async () => {
    const titleWeights = [
      { title: 'Title 0', weight: 5 },
      { title: 'Title 1', weight: 0 },
    ]
    const { clock, context, creator, members, propose, visitor } = await startCommunity(3, {
      weights: 'title',
      titleWeights,
    })
    const [ann, ben, eve] = members as [User, User, User]
    const byTitle = await propose({ quorum: 100 })
    await creator.furrow.communityDao.change({ settings: { weights: 'points' } })
    const score = (points: number, at: number) => ({
      id: `score-${at}-${points}`,
      address: ann.address,
      role: 'farmer' as const,
      at,
      points: points * 100,
      reason: 'x',
      quest_id: null,
    })
    const now = clock.now()
    await context.db
      .insertInto('score_events')
      .values([score(7, now - 1), score(1, now + 1), score(9, Date.parse('2025-06-01'))])
      .execute()
    const byPoints = await propose()
    clock.advance(hour)
    for (const [user, choice] of [
      [ann, 'Yes'],
      [ben, 'No'],
      [eve, 'No'],
    ] as const)
      for (const id of [byTitle, byPoints]) await vote(user, id, choice)
    const weights = async (id: string) =>
      (await visitor.communityDao.proposal(id)).ballot?.result?.choices.map(({ weight }) => weight)
    expect(await weights(byTitle)).toEqual([5, 1, 0])
    expect(await weights(byPoints)).toEqual([7, 0, 0])
  })

  test('is counted by the delegate, if that one voted in person, unless the member votes', async () => {
    const { clock, end, members, propose, visitor, ...harness } = await startCommunity(5)
    const [ann, ben, eve, dan, fay] = members as [User, User, User, User, User]
    await delegateTo(ann, eve)
    await delegateTo(ann, ben)
    await delegateTo(ben, eve)
    await delegateTo(dan, eve)
    await delegateTo(fay, dan)
    expect(await ben.furrow.communityDao.delegations()).toMatchObject({
      season: 1,
      given: [{ delegate: eve.account.address, number: 1 }],
      received: [{ delegator: ann.account.address, number: 2 }],
    })
    const id = await propose()
    clock.advance(1)
    await vote(eve, id, 'Yes')
    await vote(dan, id, 'No')
    // Too late for this vote, which goes on as it began.
    await ben.furrow.communityDao.revokeDelegation(1)
    expect(await eve.furrow.communityDao.ownVote(id)).toMatchObject({ represents: 1 })
    expect(await ben.furrow.communityDao.ownVote(id)).toMatchObject({
      vote: null,
      delegate: { address: eve.account.address, voted: true },
    })
    await end()
    // Ben through Eve, Fay through Dan; Ann chose Ben, who did not vote in person.
    expect((await visitor.communityDao.proposal(id)).ballot?.result?.choices).toMatchObject([
      { weight: 2 },
      { weight: 2 },
      { weight: 0 },
    ])
    expect((await visitor.communityDao.proposal(id)).outcome).toMatchObject({ kind: 'tied', choice: null })
    expect(await recountOf(harness, id)).toMatchObject({ outcome: 'tied', proved: 4, problems: [] })
    await expect(delegateTo(harness.user(ann), ann)).rejects.toMatchObject({ status: 400 })
    await expect(delegateTo(harness.user(ann), createWallet())).rejects.toMatchObject({ status: 400 })
    await expect(delegateTo(harness.user(), ann)).rejects.toMatchObject({ status: 403 })
    await expect(delegateTo(harness.user(ann), ben, 3)).rejects.toMatchObject({ status: 400 })
  })

  test('goes by the delegations of the season in which it begins alone', async () => {
    const { clock, config, members, propose, user, visitor } = await startCommunity(2)
    const [ann, ben] = members as [User, User]
    await delegateTo(ann, ben)
    clock.advance(config.seasonMs)
    const id = await propose()
    await vote(user(ben), id, 'Yes')
    expect(await user(ben).furrow.communityDao.ownVote(id)).toMatchObject({ represents: 0 })
    expect((await visitor.communityDao.proposal(id)).ballot?.result).toMatchObject({ cast: 1 })
  })

  test('goes by no delegation that was revoked before it was proposed, were it in the same moment', async () => {
    const { members, propose } = await startCommunity(2)
    const [ann, ben] = members as [User, User]
    await delegateTo(ann, ben)
    await ann.furrow.communityDao.revokeDelegation(1)
    const id = await propose()
    await vote(ben, id, 'Yes')
    expect(await ben.furrow.communityDao.ownVote(id)).toMatchObject({ represents: 0 })
  })

  test('that is shown at the end is nobody’s to see before', async () => {
    const { end, members, propose, send, visitor } = await startCommunity(2)
    const id = await propose({ tally: 'end' })
    await vote(members[0] as User, id, 'Yes')
    expect((await visitor.communityDao.proposal(id)).ballot).toMatchObject({ result: null, state: 'open' })
    for (const path of ['votes', 'votes/export'])
      expect((await send('GET', `/community-dao/${path}?proposal=${id}`)).status).toBe(400)
    await end()
    expect((await visitor.communityDao.proposal(id)).ballot?.result).toMatchObject({ cast: 1 })
  })

  test('without enough votes decides nothing: none, a quorum missed, a tie', async () => {
    const { end, members, propose, visitor } = await startCommunity(4)
    const [ann, ben] = members as [User, User, User, User]
    const ids = {
      'no-votes': await propose({}),
      'no-quorum': await propose({ quorum: 51 }),
      tied: await propose({ choices: ['Red', 'Green'] }),
      decided: await propose({ quorum: 50 }),
    }
    for (const id of [ids['no-quorum'], ids.decided]) for (const who of [ann, ben]) await vote(who, id, 'Yes')
    await vote(ann, ids.tied, 'Red')
    await vote(ben, ids.tied, 'Green')
    await vote(ann, ids['no-votes'], 'Abstain')
    await end()
    for (const [kind, id] of Object.entries(ids))
      expect(await visitor.communityDao.proposal(id)).toMatchObject({
        status: kind === 'decided' ? 'accepted' : 'rejected',
        outcome: { kind, choice: kind === 'decided' ? 'Yes' : null },
      })
  })
})

describe('a proposal with a vote', () => {
  test('freezes what it was proposed with, and is decided by nobody else', async () => {
    const { creator, propose, visitor } = await startCommunity(1, { quorum: 30, vetoHours: 5 })
    const id = await propose()
    const before = await visitor.communityDao.proposal(id)
    await creator.furrow.communityDao.change({ settings: { quorum: 90, weights: 'points', vetoHours: 0 } })
    expect(await visitor.communityDao.proposal(id)).toEqual(before)
    expect(before.ballot).toMatchObject({ quorum: 30, weights: 'one', vetoHours: 5 })
    await expect(
      creator.furrow.communityDao.change({ proposals: [{ id, status: 'accepted' }] }),
    ).rejects.toMatchObject({ status: 400 })
    const { proposals, settings } = await visitor.communityDao.get()
    expect(settings).toMatchObject({ quorum: 90 })
    expect(proposals).toEqual([expect.objectContaining({ id, quorum: 30, outcome: null })])
    expect(proposals[0]).not.toHaveProperty('ballot')
  })

  test('is refused with a sentence where it is none', async () => {
    const { clock, creator, send } = await startCommunity(1)
    const at = (ms: number) => instant(clock.now() + ms)
    const endsAt = at(day)
    for (const given of [
      { startsAt: endsAt },
      { choices: ['A', 'B'] },
      { endsAt: at(1) },
      { endsAt: at(91 * day) },
      { endsAt: 'soon' },
      { startsAt: at(-day), endsAt },
      { endsAt, choices: ['A'] },
      { endsAt, choices: ['A', 'a '] },
      { endsAt, choices: ['Abstain', 'Yes'] },
      { endsAt, quorum: 101 },
      { endsAt, tally: 'never' },
      { endsAt, action: { kind: 'pay' } },
      { endsAt, action: { kind: 'change-settings', settings: {} } },
      { endsAt, action: { kind: 'add-member', address: '0x1', title: '' } },
    ]) {
      const body = { ...draft, ...given }
      const answer = await send('POST', '/community-dao', { token: creator.token, body })
      expect(answer.status, JSON.stringify(given)).toBe(400)
      expect(answer.body).toEqual({ error: expect.stringMatching(/\.$/), code: expect.any(String) })
    }
  })

  test('is begun by whom the settings let, and five at a time by each', async () => {
    const { creator, end, members, propose, user } = await startCommunity(1)
    const [ann] = members as [User]
    for (let index = 0; index < 5; index++) await propose({}, ann)
    await expect(propose({}, ann)).rejects.toMatchObject({ status: 429 })
    await end()
    await propose({}, user(ann))
    for (let index = 0; index < 20; index++) await propose({}, user())
    await expect(propose({}, user())).rejects.toMatchObject({ status: 429 })
    await propose({}, user(ann))
    const { furrow } = user(creator)
    await furrow.communityDao.change({ settings: { proposeBy: 'members' } })
    await expect(user().furrow.communityDao.propose(draft)).rejects.toMatchObject({ status: 403 })
    await user(ann).furrow.communityDao.propose(draft)
    await furrow.communityDao.change({ settings: { proposeBy: 'points', proposePoints: 1 } })
    await expect(user(ann).furrow.communityDao.propose(draft)).rejects.toMatchObject({ status: 403 })
    await furrow.communityDao.propose(draft)
  })
})

describe('an action', () => {
  test('is carried out once after the time for a veto, by two processes', async () => {
    const [one, two] = await startTwins()
    const creator = one.user(one.genesis)
    const [ann, eve] = [one.user(), createWallet()]
    const { change, propose } = creator.furrow.communityDao
    await change({ members: [{ address: ann.address, title: '' }] })
    const endsAt = instant(one.clock.now() + day)
    const actions = [
      { kind: 'add-member', address: eve.address, title: 'Weeder' },
      { kind: 'set-title', address: ann.address, title: 'Smith' },
      { kind: 'change-settings', settings: { proposeBy: 'members' } },
      { kind: 'remove-member', address: createWallet().address },
    ] as const
    const ids: string[] = []
    for (const action of actions) ids.push((await propose({ ...draft, endsAt, action })).id)
    for (const id of ids) await vote(ann, id, 'Yes')
    one.clock.advance(day)
    await Promise.all([one.runDue(), two.runDue()])
    const stateOf = async (id: string) => (await two.visitor.communityDao.proposal(id)).ballot?.actionState
    expect(await stateOf(ids[0] as string)).toEqual({
      state: 'waiting',
      dueAt: instant(one.clock.now() + 2 * day),
      at: null,
      reason: null,
    })
    one.clock.advance(2 * day - 1)
    await one.runDue()
    expect((await one.visitor.communityDao.get()).members).toHaveLength(1)
    one.clock.advance(1)
    await Promise.all([one.runDue(), two.runDue(), one.runDue()])
    await one.runDue()
    const { members, settings } = await two.visitor.communityDao.get()
    expect(members.map(({ address, title }) => [address, title]).sort()).toEqual(
      [
        [ann.account.address, 'Smith'],
        [eve.account.address, 'Weeder'],
      ].sort(),
    )
    expect(settings.proposeBy).toBe('members')
    expect(await stateOf(ids[3] as string)).toMatchObject({ state: 'failed', reason: expect.any(String) })
    const notes = await one.context.db
      .selectFrom('audit_notes')
      .selectAll()
      .where('kind', '=', 'community-dao')
      .where('actor', 'is', null)
      .execute()
    expect(notes.map(({ details }) => details).filter(text => text.includes('"action"'))).toHaveLength(4)
    expect(notes).toHaveLength(8)
  })

  test('is vetoed by the Genesis Creator with a reason, while it waits', async () => {
    const { clock, creator, end, members, propose, runDue, user, visitor } = await startCommunity(1)
    const [ann] = members as [User]
    const action = { kind: 'remove-member', address: ann.address } as const
    const id = await propose({ action })
    const veto = (by: Wallet) => user(by).furrow.communityDao.veto(id, 'She is needed.')
    await expect(veto(creator)).rejects.toMatchObject({ status: 400 })
    await vote(ann, id, 'Yes')
    await end()
    await expect(veto(ann)).rejects.toMatchObject({ status: 403 })
    await veto(creator)
    clock.advance(3 * day)
    await runDue()
    await expect(veto(creator)).rejects.toMatchObject({ status: 400 })
    const { ballot, status } = await visitor.communityDao.proposal(id)
    expect(status).toBe('accepted')
    expect(ballot?.actionState).toMatchObject({ state: 'vetoed', reason: 'She is needed.' })
    expect((await visitor.communityDao.get()).members).toHaveLength(1)
  })
})

test('people who leave take their signature along, and decisions stay', async () => {
  const { end, members, propose, send, user, visitor, ...harness } = await startCommunity(3)
  const [ann, ben, eve] = members as [User, User, User]
  await delegateTo(eve, ann)
  const action = { kind: 'set-title', address: ann.address, title: 'Smith' } as const
  const decided = await propose({ quorum: 100, action })
  for (const [who, choice] of [
    [ann, 'Yes'],
    [ben, 'No'],
  ] as const)
    await vote(who, decided, choice)
  await end()
  const own = await propose({}, user(ann))
  const running = await propose({ tally: 'end' })
  const [again, other] = [user(ann), user(ben)]
  await vote(other, own, 'Yes')
  for (const who of [again, other]) await vote(who, running, 'Yes')
  const before = (await visitor.communityDao.proposal(decided)).outcome
  const { account } = ann
  await again.furrow.account.delete({
    account,
    signMessage: ({ message }) => account.signMessage({ message }),
  })
  expect((await visitor.communityDao.proposal(decided)).outcome).toEqual(before)
  const left = await recountOf({ send, ...harness }, decided)
  expect(left).toMatchObject({ problems: [], proved: 1, gone: 2, outcome: 'decided', choice: 'Yes' })
  await expect(visitor.communityDao.proposal(own)).rejects.toMatchObject({ status: 404 })
  harness.clock.advance(3 * day)
  while ((await harness.runDue()) > 0);
  const { ballot } = await visitor.communityDao.proposal(running)
  // Eve's weight went to her delegate, who has left; the delegate's own is nobody's.
  expect(ballot).toMatchObject({ totalWeight: 3, result: { cast: 1 } })
  expect((await visitor.communityDao.proposal(decided)).ballot?.actionState).toMatchObject({
    state: 'failed',
  })
  for (const table of ['votes', 'ballots', 'ballot_members', 'delegations'] as const) {
    const rows = JSON.stringify(await harness.context.db.selectFrom(table).selectAll().execute())
    expect(rows.toLowerCase(), table).not.toContain(ann.address)
  }
})

test('a thousand votes in the last millisecond, over two processes, are those that an export counts', async () => {
  const [one, two] = await startTwins()
  const { db } = one.context
  const voters = Array.from({ length: 1_000 }, createWallet)
  const rows = voters.map(({ address }) => ({ address, title: '', joined_at: 0 }))
  for (let at = 0; at < rows.length; at += 250)
    await db
      .insertInto('dao_members')
      .values(rows.slice(at, at + 250))
      .execute()
  const creator = one.user(one.genesis).furrow.communityDao
  const endsAt = instant(one.clock.now() + hour)
  const { id } = await creator.propose({ ...draft, endsAt, choices: ['Red', 'Green', 'Blue'] })
  await one.runDue()
  const details = await one.visitor.communityDao.proposal(id)
  one.clock.advance(hour - 1)
  const ballots = await Promise.all(
    voters.map(async (wallet, index) => {
      const choice = ['Red', 'Green', 'Blue'][index % 3] as string
      const data = voteTypedData(details, { voter: wallet.address, choice, number: 1 })
      const signature = await wallet.account.signTypedData(data as never)
      const { token } = (index % 2 === 0 ? one : two).user(wallet)
      return { token, body: { proposalId: id, choice, number: 1, signature } }
    }),
  )
  let accepted = 0
  const ask = async ({ token, body }: (typeof ballots)[number], index: number) => {
    const { status } = await (index % 2 === 0 ? one : two).send('POST', '/community-dao/votes', {
      token,
      body,
    })
    if (status === 200) accepted++
    else expect(status).toBe(400)
    // The time ends while many votes are under way, and both services look at once whether it has.
    if (accepted === 700) {
      one.clock.advance(1)
      await Promise.all([one.runDue(), two.runDue()])
    }
  }
  const queue = [...ballots.entries()]
  const worker = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) await ask(next[1], next[0])
  }
  await Promise.all(Array.from({ length: 40 }, worker))
  while ((await two.runDue()) > 0);
  expect(accepted).toBeGreaterThanOrEqual(700)
  expect(accepted).toBeLessThan(800)
  const { ballot } = await two.visitor.communityDao.proposal(id)
  expect(ballot?.result).toMatchObject({ cast: accepted, voters: accepted })
  const counted = await recountOf(two, id)
  expect(counted).toMatchObject({ proved: accepted, tally: ballot?.result, problems: [] })

  const edit = (from: RegExp, to: string) => async () =>
    (await recountOf(one, id, text => text.replace(from, to))).problems
  expect(await edit(/"choice":"Red","number"/, '"choice":"Blue","number"')()).not.toEqual([])
  expect(await edit(/\{"kind":"vote".*\n/, '')()).not.toEqual([])
  expect(await edit(/"weight":1,"delegation"/, '"weight":2,"delegation"')()).not.toEqual([])
  expect(await edit(/"title":"A shed"/, '"title":"A palace"')()).not.toEqual([])
})

test.skipIf(!hasChain)('a smart wallet votes, which its chain is asked about when it does', async () => {
  const { anvil, chains, deploy, prepare, verify, user, genesis, clock, runDue, ...harness } =
    await startSafes()
  const owner = createWallet()
  const safe = (await deploySafes(deploy))(owner, 8453)
  await deploySafe(anvil, safe)
  const { token } = (await verify(await prepare(safe.address, safe.sign))).body
  const creator = user(genesis).furrow.communityDao
  await creator.change({ members: [{ address: safe.address, title: '' }] })
  const endsAt = instant(clock.now() + hour)
  const { id } = await creator.propose({ ...draft, endsAt, quorum: 0 })
  const details = await creator.proposal(id)
  const cast = async (choice: string, signed: string) => {
    const data = voteTypedData(details, { voter: safe.address, choice: signed, number: 1 })
    const signature = await safe.signHash(hashTypedData(data as never))
    const body = { proposalId: id, choice, number: 1, signature }
    return harness.send('POST', '/community-dao/votes', { token, body })
  }
  expect((await cast('Yes', 'No')).status).toBe(401)
  expect(await cast('Yes', 'Yes')).toMatchObject({ status: 200, body: { chainId: 8453, choice: 'Yes' } })
  clock.advance(hour)
  while ((await runDue()) > 0);
  const left = await recountOf(harness, id)
  expect(left).toMatchObject({ asked: 1, proved: 0, problems: [], choice: 'Yes' })
  expect(left).toMatchObject({
    unproved: { cast: 1 },
    unchecked: [expect.stringContaining('--rpc'), expect.any(String)],
  })
  const { key } = left
  const ask = askWalletsOf(harness.context.chains)
  const proved = await recountOf(harness, id, undefined, { ask, key })
  expect(proved).toMatchObject({ asked: 0, proved: 1, problems: [], unchecked: [], unproved: { cast: 0 } })
  const forge = (text: string) => text.replace(/"signature":"0x\w{10}/, '"signature":"0x0123456789')
  expect((await recountOf(harness, id, forge, { ask, key })).problems).toEqual(
    expect.arrayContaining([expect.stringContaining('does not take its signature')]),
  )
})

test('npm run tally says what an export comes to, and fails for one that was altered', async () => {
  const { end, members, propose, baseUrl } = await startCommunity(1)
  const id = await propose()
  await vote(members[0] as User, id, 'Yes')
  await end()
  const url = `${baseUrl}/community-dao/votes/export?proposal=${id}`
  const file = join(await mkdtemp(join(tmpdir(), 'furrow-tally-')), 'votes.ndjson')
  onTestFinished(() => rm(dirname(file), { recursive: true }))
  await writeFile(file, (await (await fetch(url)).text()).replaceAll('"Yes"', '"Maybe"'))
  const [good, altered, none] = await Promise.all(
    [url, file, `${baseUrl}/version`].map(source => runProcess({}, 'cli/tally.ts', [source])),
  )
  expect(good).toMatchObject({ code: 0, output: expect.stringContaining('Decided: Yes.') })
  expect(altered).toMatchObject({ code: 1, output: expect.stringContaining('the terms differ') })
  expect(none?.code).toBe(2)
})

test('typed data is hashed as viem hashes it', () => {
  const fields = [
    { name: 'text', type: 'string' },
    { name: 'hash', type: 'bytes32' },
    { name: 'who', type: 'address' },
    { name: 'number', type: 'uint256' },
  ] as const
  const salt = `0x${'ab'.repeat(32)}` as const
  const who = checksum(createWallet().address) as `0x${string}`
  const message = { text: 'Ж 🌾 "x"', hash: salt, who, number: 77 }
  const domain = { name: 'Furrow', version: '1', salt }
  const theirs = hashTypedData({
    domain,
    types: { Thing: fields },
    primaryType: 'Thing',
    message: { ...message, number: 77n },
  })
  expect(`0x${Buffer.from(hashTyped(domain, 'Thing', fields, message)).toString('hex')}`).toBe(theirs)
})
