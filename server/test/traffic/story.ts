import { createHash, createHmac } from 'node:crypto'
import type { KeyRequest } from '@furrow/sdk'
import { day, hour } from '../../src/ground/clock.ts'
import { deliverOutbox } from '../../src/outside/notifications/deliver.ts'
import { reviewWindow, sampleQuest } from '../harness.ts'
import { signerOf } from '../signer.ts'
import { type Village, webhookSecret } from './village.ts'

/** Uses every operation as people do, from a sign-in to a farewell. */
export async function tellStory(village: Village): Promise<void> {
  await arrive(village)
  await askForKeys(village)
  const questId = await work(village)
  await applyAndInvite(village)
  await prove(village)
  await dispute(village)
  await talk(village, questId)
  await readBoards(village, questId)
  await decide(village)
  await moderate(village)
  await hear(village)
  await follow(village)
  await keepQuests(village)
  await keepFiles(village)
  await fail(village)
  await postPlan(village)
  await leave(village)
  await setUp(village)
  await rankTogether(village)
}

/** At the end, so that all examples before keep their times. */
async function setUp({ platform }: Village): Promise<void> {
  await platform.furrow.setup.get()
  await platform.furrow.setup.check('farm/gate')
}

/** Members rank the entries of a contest. */
async function rankTogether({ genesis, harness, later }: Village): Promise<void> {
  const [poster, drawer] = [harness.user(), harness.user()]
  const at = (hours: number) => new Date(harness.clock.now() + hours * hour).toISOString()
  const { id } = await poster.furrow.quests.post({
    ...{ ...sampleQuest, reward: '750 USDC', rewardAmount: 750, mode: 'contest', prizes: ['500', '250'] },
    ...{ entriesUntil: at(1), decideUntil: at(2), rankBy: 'votes' },
  })
  const entry = await drawer.furrow.quests.enter({ questId: id, text: 'A sign with a moon.' })
  await later(hour)
  const { quests } = genesis.furrow
  await quests.castBallot({ questId: id, entries: [entry.id] })
  await quests.ownBallot(id)
  await later(hour)
  await quests.ballots({ id })
}

async function arrive({ ask, farmer, giver, page, platform }: Village): Promise<void> {
  await ask('GET', '/version')
  await ask('GET', '/config')
  await ask('POST', '/auth/beta', { body: { code: 'early-bird' } })
  await farmer.furrow.signIn(signerOf(farmer), page)
  await farmer.furrow.getMe()
  await farmer.furrow.profile.get(undefined, { init: true })
  await farmer.furrow.profile.change({
    displayName: 'Ada of the lower field',
    listed: true,
    language: 'en',
    farmerProfile: { bio: 'I mend gates and fences.', skills: ['carpentry', 'ironwork'], guild: 'menders' },
    giverProfile: {
      organization: 'Lower Field',
      website: 'https://lower-field.example.org',
      bio: 'We have gates.',
    },
  })
  await giver.furrow.profile.change({ displayName: 'Ben' })
  await farmer.furrow.codehost.exchange('a-code-of-the-code-host')
  await platform.furrow.doctor()
}

async function askForKeys({ farmer, harness, page }: Village): Promise<void> {
  const { keys } = farmer.furrow
  const terms = { name: 'Plough', scopes: ['read', 'take'] as const, days: 7 }
  const { id } = await keys.make(signerOf(farmer), terms, page)
  await keys.list()
  await keys.revoke(id)
  const redirect_uri = 'http://127.0.0.1:4321/callback'
  const registered = await fetch(new URL('/oauth/register', harness.baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Plough', redirect_uris: [redirect_uri] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const request: KeyRequest = {
    ...{ client_id, redirect_uri, response_type: 'code', scope: 'read', state: 'of-the-program' },
    code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
    code_challenge_method: 'S256',
  }
  await keys.asked(request)
  await keys.grant(signerOf(farmer), { ...terms, scopes: ['read'] }, request, page)
}

/** A quest from its draft to its payment by hand. */
async function work({ farmer, giver, harness, issueUrl, neighbour }: Village): Promise<string> {
  const { quests } = giver.furrow
  const imported = await quests.import({ url: issueUrl })
  await quests.importLabel('farm/gate', 'help wanted')
  const draft = await quests.drafts.create({ quest: imported })
  await quests.drafts.save({ draftId: draft.id, version: 1, quest: { ...imported, category: 'maintenance' } })
  await quests.drafts.list()
  const deadline = new Date(harness.clock.now() + 20 * day).toISOString()
  const quest = await quests.post({ ...sampleQuest, maxFarmers: 2, deadline })
  const { id } = quest
  await quests.drafts.delete(draft.id)
  await quests.trust.save({
    text: '# Whom I know\ngithub:alice\n-github:bob sent the same patch twice\n',
    version: 0,
  })
  await quests.trust.get()
  await quests.pause(id)
  const { updatedAt } = await quests.resume(id)
  const edited = await quests.edit(id, { category: 'repair' }, updatedAt)
  await giver.furrow.quests.revisions(id)
  const friend = harness.user()
  await friend.furrow.quests.back(id, '20')
  await friend.furrow.quests.stopBacking(id)
  await neighbour.furrow.quests.back(id, '5')
  await farmer.furrow.quests.accept(edited)
  await farmer.furrow.quests.share(id, [
    { address: farmer.address, share: 0.6 },
    { address: neighbour.address, share: 0.4 },
  ])
  await neighbour.furrow.quests.agreeToShare(id, { farmer: farmer.address, share: 0.4 })
  await neighbour.furrow.quests.refuseShare(id, farmer.address)
  const until = new Date(harness.clock.now() + 40 * day).toISOString()
  await quests.extend(id, farmer.address, until)
  await quests.noteOn(id, farmer.address, { label: 'first', note: 'Has worked here before.' })
  await farmer.furrow.quests.submit(id, { url: 'https://photos.example.org/gate', note: 'It closes again.' })
  await neighbour.furrow.quests.object(id, {
    farmer: farmer.address,
    reason: 'The gate of the upper field was meant, too.',
  })
  await giver.furrow.tasks.list()
  await giver.furrow.tasks.counts()
  await quests.desk(id)
  await quests.return(id, farmer.address, 'The latch is still loose.')
  await farmer.furrow.quests.submit(id, { note: 'The latch is tight now.' })
  await farmer.furrow.quests.proposePart(id, { share: 0.9, note: 'The paint is yours to add.' })
  await quests.approve(id, farmer.address)
  const contest = await giver.furrow.quests.post({
    ...sampleQuest,
    ...{ reward: '750 USDC', rewardAmount: 750, mode: 'contest', prizes: ['500', '200', '50'], sealed: true },
    entriesUntil: new Date(harness.clock.now() + 7 * day).toISOString(),
    decideUntil: new Date(harness.clock.now() + 14 * day).toISOString(),
  })
  await farmer.furrow.quests.enter({
    questId: contest.id,
    text: 'A hinge of oak, which needs no oil.',
    links: ['https://photos.example.org/hinge'],
  })
  await farmer.furrow.quests.entries({ id: contest.id })
  await farmer.furrow.quests.withdrawEntry(contest.id)
  const { thanks } = giver.furrow
  const tip = await thanks.promise({ questId: id, farmer: farmer.address, amount: '5', token: 'USDC' })
  await thanks.own()
  await thanks.sayPaid(tip.id)
  await farmer.furrow.thanks.received(tip.id)
  await thanks.list({ address: farmer.address })
  await farmer.furrow.credentials.own()
  await giver.furrow.payouts.due()
  await giver.furrow.payouts.paidMany(`0x${'1'.repeat(64)}`, [{ questId: id, farmer: farmer.address }])
  await quests.sayPaid(id, farmer.address)
  await farmer.furrow.quests.confirmPayment(id)
  await quests.review(id, farmer.address, 5, 'Quick and tidy.')
  await farmer.furrow.quests.review(id, giver.address, 5, 'Clear from the first word.')
  return id
}

const brushes = { text: 'Which brushes do you have?', required: true }

/** The end of a story: nobody else's follows on it. */
async function postPlan({ giver, farmer }: Village): Promise<void> {
  const parts = ['Dig the holes for the posts', 'Set the posts'].map(title => ({
    ...{ title, description: 'A part of the new fence.', category: 'fences', skills: [], maxFarmers: 1 },
    ...{ reward: '10 USDC', rewardAmount: 10, rewardToken: 'USDC' },
  }))
  const [first] = await giver.furrow.quests.postPlan({ parts })
  await farmer.furrow.quests.eligibility(first?.id ?? '')
}

async function applyAndInvite({ farmer, giver, neighbour }: Village): Promise<void> {
  const { quests } = giver.furrow
  const { id } = await quests.post({
    ...sampleQuest,
    title: 'Paint the gate',
    maxFarmers: 3,
    admission: 'application',
    questions: [brushes, { text: 'When could you begin?' }],
  })
  await quests.invite({ questId: id, address: neighbour.address, note: 'You painted the barn so well.' })
  await neighbour.furrow.quests.declineInvite(id)
  const answers = [{ question: brushes.text, answer: 'Two flat ones, and a small one for the corners.' }]
  for (const { furrow } of [farmer, neighbour])
    await furrow.quests.apply(id, { note: 'I painted the barn.', answers })
  await quests.applications({ id })
  await quests.decline(id, neighbour.address, 'The other one has more experience.')
  await quests.admit(id, farmer.address)
  await farmer.furrow.quests.withdraw(id)
  await neighbour.furrow.quests.eligibility(id)
  await quests.cancel(id)
}

/** A merged pull request proves the work, and the clock pays. */
async function prove({ ask, farmer, giver, later }: Village): Promise<void> {
  const quest = {
    ...sampleQuest,
    title: 'Straighten the hinge',
    codehostRepo: 'farm/gate',
    codehostIssue: '7',
  }
  const { id } = await giver.furrow.quests.post(quest)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.previewProof({ repo: 'farm/gate', pr: 12 })
  await ask('POST', '/verify', { body: { repo: 'farm/gate', pr: 12 } })
  const body = {
    action: 'closed',
    pull_request: { number: 12, merged: true },
    repository: { full_name: 'farm/gate' },
  }
  const signature = createHmac('sha256', webhookSecret).update(JSON.stringify(body)).digest('hex')
  const headers = {
    'x-gitea-event': 'pull_request',
    'x-gitea-delivery': 'one',
    'x-gitea-signature': signature,
  }
  await ask('POST', '/codehost/webhook', { body, headers })
  await later(reviewWindow)
}

async function dispute({ farmer, giver, platform }: Village): Promise<void> {
  const { quests } = giver.furrow
  const { id } = await quests.post({ ...sampleQuest, title: 'Oil the hinges' })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Oiled.' })
  await quests.dispute(id, farmer.address, 'They still squeak.')
  await farmer.furrow.quests.answer(id, { note: 'They do not: listen.' })
  await farmer.furrow.quests.addEvidence(id, { url: 'https://sounds.example.org/hinge' })
  await platform.furrow.quests.disputes()
  await platform.furrow.quests.evidence(id, farmer.address)
  await platform.furrow.quests.resolve(id, farmer.address, 'pay', { reason: 'The recording is quiet.' })
}

async function talk({ farmer, giver, neighbour, platform }: Village, questId: string): Promise<void> {
  const { quests, mail } = giver.furrow
  const { id: commentId } = await farmer.furrow.quests.comment({ questId, body: 'Which gate is it?' })
  await quests.comment({ questId, body: 'The one at the brook.', replyTo: commentId })
  await quests.changeComment({ commentId, pinned: true })
  await neighbour.furrow.quests.comments(questId)
  await quests.closeComments(questId)
  await quests.deleteComment(commentId)
  const letter = await mail.send({
    to: farmer.address,
    subject: 'The gate',
    body: 'Thank you for the quick help.',
  })
  await platform.furrow.mail.send({ to: '*', subject: 'Harvest', body: 'The community meets on Sunday.' })
  await farmer.furrow.mail.list()
  await farmer.furrow.mail.mark(letter.id, true)
  await farmer.furrow.mail.block(neighbour.address)
  await farmer.furrow.mail.blocks()
  await farmer.furrow.mail.unblock(neighbour.address)
  await farmer.furrow.mail.delete(letter.id)
}

async function readBoards({ ask, farmer, giver, neighbour }: Village, id: string): Promise<void> {
  const { furrow } = neighbour
  await furrow.quests.list({ skill: 'carpentry', limit: '2' })
  await furrow.quests.facets({ skill: 'carpentry' })
  await furrow.quests.events(id, { limit: '2' })
  await furrow.overview()
  await furrow.leaderboard()
  await furrow.leaderboardRules()
  await furrow.reputation(farmer.address)
  await furrow.profiles.find({ skill: 'carpentry', sort: 'completed' })
  await furrow.profile.payer(giver.address)
  const march = 'from=2026-03-01&to=2026-03-14'
  await ask('GET', `/profile/giving?${march}`, { by: giver })
  await ask('GET', `/profile/giving.csv?${march}`, { by: giver })
  for (const path of ['/quests.atom', '/quests.ics']) await ask('GET', `${path}?skill=carpentry`)
  await ask('GET', '/account/statement.csv?from=2026-03-01&to=2026-03-31', { by: farmer })
}

/** The community takes in a member, and votes. */
async function decide(village: Village): Promise<void> {
  const { ask, farmer, genesis, harness, later, neighbour } = village
  const { communityDao } = genesis.furrow
  await communityDao.change({
    treasury: { balance: 1_200, token: 'USDC' },
    members: [
      { address: genesis.address, title: 'Founder' },
      { address: farmer.address, title: 'Mender' },
    ],
    settings: { quorum: 0, vetoHours: 24, proposeBy: 'anyone', weights: 'one' },
  })
  const delegated = farmer.furrow.communityDao
  const { season } = await delegated.delegate(signerOf(farmer), genesis.address)
  await delegated.delegations()
  await delegated.revokeDelegation(season)
  const endsAt = new Date(harness.clock.now() + 2 * hour).toISOString()
  const action = { kind: 'add-member', address: neighbour.address, title: 'Painter' } as const
  const draft = { title: 'Take in a painter', description: 'We have much to paint.', category: 'members' }
  const { id } = await farmer.furrow.communityDao.propose({ ...draft, endsAt, action })
  await farmer.furrow.communityDao.vote(signerOf(farmer), id, 'Yes')
  await farmer.furrow.communityDao.ownVote(id)
  await communityDao.votes({ proposal: id })
  await ask('GET', `/community-dao/votes/export?proposal=${id}`)
  await later(3 * hour)
  await communityDao.veto(id, 'We have no brushes yet.')
  await communityDao.page({ limit: '2' })
  for (const name of ['dao', 'members', 'proposals', 'activities', 'contracts'])
    await ask('GET', `/community-dao/${name}.json`)
}

async function moderate({ giver, neighbour, platform }: Village): Promise<void> {
  const { moderation } = platform.furrow
  await moderation.nameModerator(giver.address)
  await moderation.moderators()
  const { id } = await neighbour.furrow.quests.post({ ...sampleQuest, title: 'Earn 1000 a day' })
  await giver.furrow.moderation.report({ kind: 'quest', id, reason: 'scam', note: 'It asks for a deposit.' })
  await moderation.queue()
  await moderation.act({ action: 'hide', kind: 'quest', id, reason: 'It asks farmers for a deposit.' })
  const { items } = await neighbour.furrow.moderation.mine()
  await neighbour.furrow.moderation.answer({
    id: items.actions[0]?.id ?? '',
    note: 'There is no deposit any more.',
  })
  await neighbour.furrow.moderation.report({ kind: 'wallet', id: giver.address, reason: 'other' })
  await moderation.dismissReporter({ reporter: neighbour.address, reason: 'A quarrel, and no abuse.' })
  await moderation.log()
  await moderation.removeModerator(giver.address)
}

async function hear({ ask, farmer, harness, sink }: Village): Promise<void> {
  const { notifications } = farmer.furrow
  const { id } = await notifications.add({
    kind: 'email',
    address: 'ada@home.example',
    topics: ['payment', 'letter'],
  })
  await deliverOutbox.round(harness.context)
  await notifications.confirm(sink.link(/confirm\?token=(\S+)/))
  await notifications.change({ id, topics: ['payment'], digest: 'daily' })
  await notifications.get()
  await notifications.test(id)
  await deliverOutbox.round(harness.context)
  const token = sink.link(/unsubscribe\?token=(\S+)/)
  await ask('GET', `/notifications/unsubscribe?token=${token}`)
  await ask('POST', `/notifications/unsubscribe?token=${token}`)
  await notifications.remove(id)
}

async function keepQuests({ farmer }: Village): Promise<void> {
  const { bookmarks, list } = farmer.furrow.quests
  const { items } = await list({ limit: '1' })
  const id = items[0]?.id ?? ''
  await bookmarks.add(id)
  await bookmarks.list()
  await bookmarks.ids()
  await bookmarks.remove(id)
}

async function follow({ farmer }: Village): Promise<void> {
  const { follows } = farmer.furrow.quests
  const filter = { skill: 'carpentry', payer: 'proved' } as const
  const { id } = await follows.add({ name: 'Work with wood', filter, how: 'now' })
  await follows.change({ id, how: 'digest' })
  await follows.list()
  await follows.end(id)
}

async function keepFiles({ ask, farmer }: Village): Promise<void> {
  const { id, url } = await farmer.furrow.files.upload(new Blob(['The gate of the lower field, measured.']))
  await farmer.furrow.files.list()
  await ask('GET', url.slice(url.indexOf('/files/')))
  await farmer.furrow.files.delete(id)
}

/** A failure of each status that needs no broken service. */
async function fail({ ask, farmer, giver, neighbour }: Village): Promise<void> {
  const { id: questId } = await giver.furrow.quests.post({ ...sampleQuest, title: 'Sweep the yard' })
  const changes = { title: 'Sweep the yards' }
  const expectedUpdatedAt = '2026-03-01T12:00:00.000Z'
  const headers = { 'idempotency-key': 'of-my-own' }
  const letter = { to: giver.address, subject: 'The yard', body: 'Which one?' }
  await ask('POST', '/quests', { by: giver, body: { ...sampleQuest, title: '' } })
  await ask('GET', '/mail')
  await ask('PATCH', '/quests', { by: neighbour, body: { questId, status: 'completed' } })
  await ask('GET', '/quests?id=quest-none')
  await ask('PATCH', '/quests', { by: giver, body: { questId, action: 'edit', changes, expectedUpdatedAt } })
  await ask('POST', '/mail', { by: farmer, body: { ...letter, body: 'x'.repeat(300_000) } })
  await ask('POST', '/mail', { by: farmer, body: letter, headers: { 'content-type': 'application/xml' } })
  await ask('POST', '/mail', { by: farmer, body: letter, headers })
  await ask('POST', '/mail', { by: farmer, body: { ...letter, body: 'Mine?' }, headers })
}

async function leave({ farmer, leaver, page }: Village): Promise<void> {
  await leaver.furrow.profile.get(undefined, { init: true })
  await leaver.furrow.account.get()
  await leaver.furrow.account.delete(signerOf(leaver), page)
  const { sessions } = farmer.furrow
  await farmer.furrow.signIn(signerOf(farmer), page)
  await farmer.furrow.signIn(signerOf(farmer), page)
  const other = (await sessions.list()).find(({ current }) => !current)
  await sessions.end(other?.id ?? '')
  await farmer.furrow.signOut()
  await farmer.furrow.signIn(signerOf(farmer), page)
  await farmer.furrow.signOutEverywhere()
}
