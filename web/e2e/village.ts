import { createHash } from 'node:crypto'
import type { Message, NewQuest, Proposal, Quest } from '@furrow/sdk'
import { privateKeyToAccount } from 'viem/accounts'
import { toAddress } from '../../server/src/ground/address.ts'
import { day } from '../../server/src/ground/clock.ts'
import type { User } from '../../server/test/harness.ts'
import type { WebHarness } from './harness.ts'

/** A community with a past, for pages that are looked at. */
export type Village = {
  readonly farmer: User
  readonly giver: User
  readonly platform: User
  readonly open: Quest
  readonly inReview: Quest
  readonly disputed: Quest
  /** A quest of five places: paid, in review, disputed, in work, and free. */
  readonly crew: Quest
  readonly paid: Quest
  readonly notice: Message
  /** The proposal that the members vote on. */
  readonly proposal: Proposal
}

/** The time that `settle` takes by the service's clock. */
export const past = 24 * day

/** Lets weeks pass in a village: quests of every status, reviews, guilds, proposals, mail. */
export async function settle(web: WebHarness): Promise<Village> {
  const user = (name: string) => web.user(walletOf(name))
  await introduce(user)
  for (const [index, draft] of finished.entries()) {
    for (const name of ['ada', ...others.slice(2 * index)])
      await payFor(user(index % 2 ? 'orchard' : 'mill'), user(name), draft)
    web.clock.advance(past / finished.length)
  }
  const [farmer, giver, orchard] = [user('ada'), user('mill'), user('orchard')]
  const pruned = plain('Prune the old dependency tree', 'Remove what nobody imports.', 80, 'maintenance', [
    'typescript',
    'npm',
  ])
  const paid = await payFor(giver, farmer, pruned)
  await giver.furrow.quests.review(paid.id, farmer.address, 5, 'Quick, tidy, and told us what we had missed.')
  await farmer.furrow.quests.review(paid.id, giver.address, 4, 'Clear words, paid the same day.')
  await payFor(
    farmer,
    orchard,
    plain('Sharpen the good saw', 'It is not so good now.', 30, 'maintenance', []),
  )

  const gate = plain('Mend the gate of the lower field', 'See that it **closes**.', 120, 'maintenance', [
    'carpentry',
  ])
  const inReview = await giver.furrow.quests.post({ ...gate, maxFarmers: 2 })
  await handIn(farmer, inReview, { note: 'It closes now.', url: 'https://example.org/gate' })
  const door = plain('Paint the barn door', 'Red, two coats.', 60, 'design', ['painting'])
  const disputed = await orchard.furrow.quests.post(door)
  await handIn(farmer, disputed, { note: 'Painted.' })
  await orchard.furrow.quests.dispute(disputed.id, farmer.address, 'There is one coat only.')
  await farmer.furrow.quests.addEvidence(disputed.id, { note: 'A picture.', url: 'https://example.org/door' })
  const crew = await giver.furrow.quests.post({
    ...plain('Weed the long rows', 'A row for each of you.', 40, 'garden', ['weeding']),
    maxFarmers: 5,
  })
  const [ben, cleo, dan, eve] = [user('ben'), user('cleo'), user('dan'), user('eve')] as const
  for (const one of [ben, cleo, dan]) await handIn(one, crew, { note: 'My row is done.' })
  await giver.furrow.quests.approve(crew.id, ben.address)
  await giver.furrow.quests.dispute(crew.id, dan.address, 'Half of the row is thistles still.')
  await eve.furrow.quests.accept(crew.id)
  const almanac = plain('Translate the almanac', 'Forty pages, plain words.', 300, 'writing', ['french'])
  const taken = await giver.furrow.quests.post(almanac)
  await farmer.furrow.quests.accept(taken.id)
  const open = await giver.furrow.quests.post({
    ...plain('Teach the scarecrow to wave', description, 450, 'development', ['typescript', 'robotics']),
    maxFarmers: 3,
    codehostRepo: 'old-mill/scarecrow',
    codehostIssue: '42',
  })
  const proposal = await populateDao(web, user)
  await sendMail(web, farmer, giver)
  const { items } = await farmer.furrow.mail.list()
  const notice = items.find(({ subject }) => subject.startsWith('Disputed')) as Message
  return {
    farmer,
    giver,
    platform: web.user(web.platform),
    open,
    inReview,
    disputed,
    crew,
    paid,
    notice,
    proposal,
  }
}

type UserOf = (name: string) => User

const others = ['ben', 'cleo', 'dan', 'eve', 'finn', 'gil', 'hana']

async function introduce(user: UserOf): Promise<void> {
  await user('ada').furrow.profile.change({
    farmerProfile: {
      guild: 'Night Owls',
      bio: 'I mend gates, and parsers.',
      skills: ['typescript', 'carpentry'],
    },
  })
  await user('mill').furrow.profile.change({
    giverProfile: { organization: 'The Old Mill', bio: 'We grind.' },
  })
  const guilds = ['Weeders', 'Night Owls', 'Stone Row', 'Late Frost']
  for (const [index, name] of others.entries())
    await user(name).furrow.profile.change({
      farmerProfile: { guild: guilds[index % guilds.length] ?? null },
    })
}

async function handIn(farmer: User, { id }: Quest, work: { note: string; url?: string }): Promise<void> {
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, work)
}

async function payFor(giver: User, farmer: User, draft: NewQuest): Promise<Quest> {
  const quest = await giver.furrow.quests.post(draft)
  await farmer.furrow.quests.accept(quest.id)
  return giver.furrow.quests.approve(quest.id, farmer.address)
}

async function populateDao(web: WebHarness, user: UserOf): Promise<Proposal> {
  const farmer = user('ada')
  const shed = await farmer.furrow.communityDao.propose({
    title: 'A tool shed for everyone',
    description: 'One shed, **one key for each**:\n\n- spades\n- linters\n- a good lamp',
    category: 'building',
  })
  const reviews = await farmer.furrow.communityDao.propose({
    title: 'Longer reviews at harvest time',
    description: 'Everyone is out in the field then.',
    category: 'rules',
  })
  await user('ben').furrow.communityDao.propose({
    title: 'Plant a hedge against the east wind',
    description: 'Hazel and blackthorn, two hundred plants. It holds the wind off the seedlings.',
    category: 'garden',
  })
  await web.user(web.genesis).furrow.communityDao.change({
    genesisCreator: { name: 'Rosa of the Upper Farm' },
    treasury: { balance: 18_400, token: 'USDC' },
    members: [
      { address: web.genesis.address, title: 'Genesis Creator' },
      { address: farmer.address, title: 'Keeper of the gate' },
      ...others.slice(0, 3).map(name => ({ address: user(name).address, title: 'Gardener' })),
    ],
    proposals: [
      { id: shed.id, status: 'accepted' },
      { id: reviews.id, status: 'rejected' },
    ],
  })
  const proposal = await user('cleo').furrow.communityDao.propose({
    title: 'Share the threshing machine with Stone Row',
    description:
      'They have **oxen**, we have the machine:\n\n1. They fetch it after our harvest.\n2. They oil it.',
    category: 'tools',
    startsAt: new Date(web.clock.now()).toISOString(),
    endsAt: new Date(web.clock.now() + 5 * day).toISOString(),
    tally: 'live',
  })
  for (const [name, choice] of [
    ['ben', 'Yes'],
    ['cleo', 'Yes'],
    ['dan', 'No'],
  ] as const) {
    const { account, furrow } = user(name)
    await furrow.communityDao.vote(
      { account, signTypedData: data => account.signTypedData(data as never) },
      proposal.id,
      choice,
    )
  }
  return proposal
}

async function sendMail(web: WebHarness, farmer: User, giver: User): Promise<void> {
  const platform = web.user(web.platform)
  await giver.furrow.mail.send({
    to: farmer.address,
    subject: 'The key is under the stone',
    body: 'Come when you like.\n\nThe dog is kind.',
  })
  await farmer.furrow.mail.send({ to: giver.address, subject: 'On my way', body: 'I bring the good saw.' })
  await platform.furrow.mail.send({
    to: '*',
    subject: 'The harvest feast is on Sunday',
    body: 'Bring bread. There is soup.',
  })
}

const called: Readonly<Record<string, string>> = {
  ada: 'Ada of the lower field',
  mill: 'The Old Mill',
  orchard: 'Orla of the orchard',
}

/** The people of a settled village under names of their own, as pictures of it show them. */
export async function nameVillagers(web: WebHarness): Promise<void> {
  for (const [name, displayName] of Object.entries(called))
    await web.user(walletOf(name)).furrow.profile.change({ displayName })
  for (const name of others)
    await web
      .user(walletOf(name))
      .furrow.profile.change({ displayName: `${name[0]?.toUpperCase()}${name.slice(1)}` })
  const { follows } = web.user(walletOf('ada')).furrow.quests
  await follows.add({
    name: 'Carpentry that is paid',
    filter: { skill: 'carpentry', payer: 'proved' },
    how: 'now',
  })
  await follows.add({ name: 'Scarecrows', filter: { q: 'scarecrow' }, how: 'digest' })
}

/** The same people every time, so that two pictures of a page can be laid beside each other. */
function walletOf(name: string) {
  const account = privateKeyToAccount(
    `0x${createHash('sha256').update(`furrow village ${name}`).digest('hex')}`,
  )
  return { account, address: toAddress(account.address) }
}

function plain(
  title: string,
  description: string,
  amount: number,
  category: string,
  skills: string[],
): NewQuest {
  return {
    title,
    description,
    reward: `${amount} USDC`,
    rewardAmount: amount,
    rewardToken: 'USDC',
    skills,
    maxFarmers: 1,
    category,
  }
}

const finished = [
  plain('Count the sheep', 'All of them.', 40, 'data', ['sql']),
  plain('Straighten the furrows', 'They lean to the left.', 90, 'development', ['css']),
  plain('Write down the recipes', 'Before they are forgotten.', 70, 'writing', ['writing']),
  plain('Oil the mill', 'It creaks at night.', 55, 'maintenance', ['mechanics']),
]

const description = `The scarecrow stands still all day. It should **wave** when somebody comes.

## What is wanted

- [x] a wave that is seen from the road
- [ ] no wave at night
- [ ] tests that do not need a field

\`\`\`ts
scarecrow.wave({ times: 3, whenSomebodyComes: true, untilTheyHaveGone: false, andNeverBeforeTheSunIsUp: true, orAfterItIsDown: true })
\`\`\`
`
