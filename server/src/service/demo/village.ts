import type { NewQuest, Quest } from '@furrow/sdk'
import { day, instant } from '../../ground/clock.ts'
import { personNamed } from './people.ts'
import { quests } from './quests.ts'
import type { Stage } from './stage.ts'
import { holdVotes, writeLetters } from './talk.ts'

export const storyDays = 45

export async function playVillage(stage: Stage): Promise<void> {
  await introduce(stage)
  await finishEarly(stage)
  await stage.pass(12)
  await quarrel(stage)
  await stage.pass(20)
  await holdVotes(stage)
  await stage.pass(5)
  await present(stage)
  await writeLetters(stage)
  await stage.pass(0.5)
}

async function introduce({ as }: Stage): Promise<void> {
  await (await as('Ada')).furrow.profile.change({
    displayName: 'Ada',
    farmerProfile: {
      guild: 'Night Owls',
      bio: 'I mend gates, and parsers.',
      skills: ['typescript', 'carpentry', 'painting'],
    },
  })
  await (await as('Ben')).furrow.profile.change({
    displayName: 'Ben',
    farmerProfile: {
      guild: 'Early Birds',
      bio: 'I write and translate.',
      skills: ['writing', 'french', 'sql'],
    },
  })
  await (await as('Mill')).furrow.profile.change({
    displayName: 'Mill',
    giverProfile: { organization: 'The Old Mill', bio: 'We grind, and we pay on the day.' },
  })
  await (await as('Orchard')).furrow.profile.change({
    displayName: 'Orchard',
    giverProfile: { organization: 'The Orchard', bio: 'Apples, mostly.' },
  })
  await (await as('Rosa')).furrow.communityDao.change({
    genesisCreator: { name: 'Rosa of the Upper Farm' },
    treasury: { balance: 18_400, token: 'USDC' },
    members: (['Rosa', 'Ada', 'Ben', 'Mill', 'Orchard'] as const).map(name => ({
      address: personNamed(name).address,
      title: name === 'Rosa' ? 'Genesis Creator' : 'Member',
    })),
  })
}

type Giver = 'Mill' | 'Orchard'
type Farmer = 'Ada' | 'Ben'

async function post({ as }: Stage, giver: Giver, quest: NewQuest): Promise<Quest> {
  return (await as(giver)).furrow.quests.post(quest)
}

async function handIn({ as }: Stage, farmer: Farmer, { id }: Quest, note: string): Promise<void> {
  const { furrow } = await as(farmer)
  await furrow.quests.accept(id)
  await furrow.quests.submit(id, { note, url: 'https://example.org/work' })
}

async function finishEarly(stage: Stage): Promise<void> {
  const { as, pass } = stage
  const [ada, ben] = [personNamed('Ada').address, personNamed('Ben').address]
  const sheep = await post(stage, 'Mill', quests.sheep)
  await handIn(stage, 'Ben', sheep, 'There are 214, and one goat.')
  await (await as('Mill')).furrow.quests.approve(sheep.id, ben)
  await (await as('Mill')).furrow.quests.review(sheep.id, ben, 5, 'Counted twice, and told us of the goat.')
  await (await as('Ben')).furrow.quests.review(sheep.id, personNamed('Mill').address, 5, 'Clear words.')
  const furrows = await post(stage, 'Orchard', quests.furrows)
  await handIn(stage, 'Ada', furrows, 'They are straight now, on phones too.')
  await pass(3)
  await (await as('Ada')).furrow.quests.review(
    furrows.id,
    personNamed('Orchard').address,
    4,
    'Paid without a word.',
  )
  const mill = await post(stage, 'Mill', quests.mill)
  await handIn(stage, 'Ada', mill, 'Oiled.')
  await handIn(stage, 'Ben', mill, 'And written down how.')
  for (const farmer of [ada, ben]) await (await as('Mill')).furrow.quests.approve(mill.id, farmer)
  const well = await post(stage, 'Orchard', quests.well)
  await (await as('Orchard')).furrow.quests.cancel(well.id)
}

async function quarrel(stage: Stage): Promise<void> {
  const { as, pass } = stage
  const ada = personNamed('Ada').address
  const fence = await post(stage, 'Orchard', quests.fence)
  await handIn(stage, 'Ada', fence, 'All posts stand.')
  await (await as('Orchard')).furrow.quests.dispute(fence.id, ada, 'The north side leans.')
  await (await as('Ada')).furrow.quests.answer(fence.id, {
    note: 'It leaned before; the picture is from March.',
  })
  await pass(1)
  await (await as('Rosa')).furrow.quests.resolve(fence.id, ada, 'pay')
}

async function present(stage: Stage): Promise<void> {
  const { as, now } = stage
  const ada = personNamed('Ada').address
  const door = await post(stage, 'Orchard', quests.door)
  await handIn(stage, 'Ada', door, 'Painted.')
  await (await as('Orchard')).furrow.quests.dispute(door.id, ada, 'There is one coat only.')
  const gate = await post(stage, 'Mill', quests.gate)
  await handIn(stage, 'Ada', gate, 'It closes now.')
  const almanac = await post(stage, 'Mill', quests.almanac)
  await (await as('Ben')).furrow.quests.accept(almanac.id)
  await (await as('Ben')).furrow.quests.comment({ questId: almanac.id, body: 'Is “Hornung” February here?' })
  await (await as('Mill')).furrow.quests.comment({
    questId: almanac.id,
    body: 'Yes. Keep the old word beside it.',
  })
  const map = await post(stage, 'Orchard', { ...quests.map, deadline: instant(now() + 10 * day) })
  await (await as('Ada')).furrow.quests.accept(map.id)
  await (await as('Orchard')).furrow.quests.pause(map.id)
  const seal = await post(stage, 'Mill', quests.seal)
  await (await as('Ada')).furrow.quests.apply(seal.id, 'I would carve it first, and scan it then.')
  await (await as('Ben')).furrow.quests.apply(seal.id, 'Two drafts by Friday.')
  await post(stage, 'Orchard', quests.hedge)
  await post(stage, 'Mill', { ...quests.scarecrow, deadline: instant(now() + 21 * day) })
}
