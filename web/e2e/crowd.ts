import type { Quest } from '@furrow/sdk'
import { sampleQuest, type User } from '../../server/test/harness.ts'
import type { WebHarness } from './harness.ts'

/** So many of everything that a page which draws all of it at once is slow. */
export type Crowd = { readonly reader: User; readonly talked: Quest }

/** Limits of a day for the crowd, higher than for people. */
export const crowdEnv = {
  QUOTA_QUESTS_A_DAY: '0',
  QUOTA_LIVE_QUESTS: '0',
  QUOTA_COMMENTS_A_DAY: '0',
  QUOTA_NEW_PROFILES_AN_HOUR: '0',
}

const skills = ['carpentry', 'typescript', 'painting', 'french', 'npm', 'robotics', 'weeding', 'css']
const nouns = ['gate', 'barn door', 'parser', 'almanac', 'lower field', 'dependency tree', 'weather vane']

/** Posts that many open quests, as different as people's are. */
export async function postQuests({ user }: WebHarness, count: number): Promise<void> {
  const givers = Array.from({ length: Math.min(40, count) }, () => user())
  const post = async (number: number) => {
    const amount = 20 + ((number * 37) % 900)
    await givers[number % givers.length]?.furrow.quests.post({
      ...sampleQuest,
      title: `Mend the ${nouns[number % nouns.length]} ${number}${number % 5 === 0 ? ', and everything that leans on it' : ''}`,
      description: `It **does not** close.\n\n- See [the picture](https://example.org/${number})\n- ${'Bring what you need for it. '.repeat(1 + (number % 4))}`,
      category: ['maintenance', 'design', 'writing', 'garden'][number % 4] as string,
      skills: skills.slice(number % 5, (number % 5) + (number % 4)),
      maxFarmers: 1 + (number % 3),
      rewardAmount: amount,
      reward: `${amount} USDC`,
    })
  }
  await together(count, number => post(number + 1))
}

/** A thousand paid farmers, a conversation of two thousand events, hundreds of letters, and so many open quests. */
export async function gather(web: WebHarness, quests: number): Promise<Crowd> {
  const [giver, other, reader] = [web.user(), web.user(), web.user()]
  const crews = await Promise.all(
    [giver, other].map(one =>
      one.furrow.quests.post({ ...sampleQuest, title: 'Bring in the harvest', maxFarmers: 500 }),
    ),
  )
  const farmers = await together(1_000, async number => {
    const farmer = web.user()
    await farmer.furrow.profile.change({
      farmerProfile: { skills: skills.slice(number % 5, (number % 5) + 3) },
    })
    await farmer.furrow.quests.accept(crews[number % 2]?.id ?? '')
    return farmer
  })
  await together(farmers.length, async number =>
    [giver, other][number % 2]?.furrow.quests.approve(
      crews[number % 2]?.id ?? '',
      farmers[number]?.address ?? '',
    ),
  )
  const [talked] = crews as [Quest, Quest]
  await together(300, async number => {
    const farmer = farmers[number] as User
    await farmer.furrow.mail.send({
      to: reader.address,
      subject: `About the hay, ${number}`,
      body: 'It is dry. Come when you like.',
    })
    await farmer.furrow.quests.comment({ questId: talked.id, body: `Load **${number}** is in.` })
  })
  await postQuests(web, quests)
  return { reader, talked }
}

/** Twenty at a time. */
export async function together<T>(count: number, act: (number: number) => Promise<T> | T): Promise<T[]> {
  const made: T[] = []
  for (let from = 0; from < count; from += 20)
    made.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(20, count - from) }, (_, index) => act(from + index)),
      )),
    )
  return made
}
