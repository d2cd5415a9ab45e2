import { sampleQuest, type User } from '../../server/test/harness.ts'
import { together } from './crowd.ts'
import type { WebHarness } from './harness.ts'

/** How many of everything a quest has whose page is still to be usable. */
export const crowdOfOneQuest = { farmers: 200, disputes: 12, comments: 300 } as const

/** A quest with so many farmers, half of whom handed in work, with disputes and a long conversation. */
export async function postCrowdedQuest(web: WebHarness, giver: User): Promise<string> {
  const { farmers: count, disputes, comments } = crowdOfOneQuest
  const people = Array.from({ length: count }, () => web.user())
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    title: 'Bring in the harvest',
    maxFarmers: 2 * count,
  })
  await together(count, number => people[number]?.furrow.quests.accept(id))
  await together(count / 2, number =>
    people[number]?.furrow.quests.submit(id, {
      note: `Gate **${number + 1}** closes again: the hinge is new, the post is straight, and the latch falls by itself.\n\n- Oiled\n- Painted twice`,
      url: `https://example.org/gates/${number + 1}`,
    }),
  )
  await together(disputes, number =>
    giver.furrow.quests.dispute(
      id,
      people[number]?.address ?? '',
      'It is crooked, and the latch does not fall.',
    ),
  )
  await together(comments, number =>
    people[number % count]?.furrow.quests.comment({
      questId: id,
      body: `Load **${number + 1}** is in, and dry. See [the list](https://example.org/${number + 1}) of what is left to do.`,
    }),
  )
  return id
}
