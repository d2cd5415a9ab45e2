import { day } from '../../src/ground/clock.ts'
import { awardSeasons } from '../../src/rules/points/award-seasons.ts'
import { type Harness, reviewWindow, sampleQuest, type User } from '../harness.ts'

/** A little of everything that leaves rows behind; gives the users who took part. */
export async function makeHistory(harness: Harness): Promise<User[]> {
  const { user, visitor, clock, context, runDue, platform, genesis, signIn } = harness
  const [giver, farmer, other] = [user(), await signIn(), user()]
  await farmer.furrow.profile.change({
    codehostUsername: 'me',
    ensAddress: 'me.eth',
    farmerProfile: { bio: 'Zeile\u2028und Zeile, 🌾 "quoted"', guild: 'Weeders' },
  })
  await other.furrow.profile.change({ farmerProfile: { guild: 'Ploughs' } })

  const amounts = { rewardAmount: 0.1, reward: '0.1 USDC' }
  const first = await giver.furrow.quests.post({
    ...sampleQuest,
    ...amounts,
    maxFarmers: 3,
    codehostRepo: 'farm/new',
  })
  await farmer.furrow.quests.accept(first.id)
  await visitor.verify({ repo: 'farm/new', pr: 1 })
  await other.furrow.quests.accept(first.id)
  await other.furrow.quests.submit(first.id, { note: 'done', url: 'https://example.org/done' })
  await giver.furrow.quests.return(first.id, other.address, 'The hinge is missing.')
  await other.furrow.quests.submit(first.id, { note: 'done again', url: 'https://example.org/done' })
  await giver.furrow.quests.dispute(first.id, other.address, 'no')
  await other.furrow.quests.answer(first.id, { note: 'It does close.' })
  await other.furrow.quests.addEvidence(first.id, { url: 'https://example.org/film' })
  await giver.furrow.quests.approve(first.id, farmer.address)
  await giver.furrow.quests.review(first.id, farmer.address, 5, 'Well done')
  await farmer.furrow.quests.review(first.id, giver.address, 4)
  await user(platform).furrow.quests.resolve(first.id, other.address, 'refund')

  const second = await giver.furrow.quests.post({
    ...sampleQuest,
    maxFarmers: 2,
    rewardToken: 'DAI',
    reward: '100 DAI',
  })
  await other.furrow.quests.accept(second.id)
  await other.furrow.quests.submit(second.id, { note: 'half' })
  await giver.furrow.quests.dispute(second.id, other.address, 'half')
  await user(platform).furrow.quests.resolve(second.id, other.address, 'split', { share: 0.3333 })
  await farmer.furrow.quests.accept(second.id)
  await farmer.furrow.quests.submit(second.id, { note: 'done' })
  clock.advance(reviewWindow)
  await runDue()
  const third = await user(giver).furrow.quests.post(sampleQuest)
  await user(giver).furrow.quests.cancel(third.id)
  const fourth = await user(giver).furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
  await user(other).furrow.quests.accept(fourth.id)
  await user(farmer).furrow.quests.accept(fourth.id)
  await user(farmer).furrow.quests.submit(fourth.id, { note: 'done' })

  const asked = await user(other).furrow.quests.comment({ questId: fourth.id, body: 'Which **gate**?' })
  const answer = { questId: fourth.id, body: 'The lower one.', replyTo: asked.id }
  const { id: answered } = await user(giver).furrow.quests.comment(answer)
  await user(giver).furrow.quests.changeComment({ commentId: answered, pinned: true })
  await user(other).furrow.quests.deleteComment(asked.id)

  await user(platform).furrow.mail.send({ to: '*', subject: 'The harvest feast', body: 'There is soup.' })
  await user(giver).furrow.mail.send({ to: farmer.address, subject: 'Thanks', body: 'It closes.' })
  await user(other).furrow.mail.block(giver.address)
  const [letter] = (await user(farmer).furrow.mail.list()).items
  await user(farmer).furrow.mail.list({ quest: letter?.questId ?? 'quest-1', from: giver.address })
  await user(farmer).furrow.mail.list({ from: giver.address })
  await user(farmer).furrow.mail.mark(letter?.id ?? '', true)
  await user(farmer).furrow.communityDao.propose({
    title: 'A shed',
    description: 'Dry',
    category: 'building',
  })
  await user(genesis).furrow.communityDao.change({ treasury: { balance: 1.5 } })
  await awardSeasons.round({ ...context, clock: { ...clock, now: () => clock.now() + 100 * day } })
  return [giver, farmer, other, user(platform), user(genesis)]
}
