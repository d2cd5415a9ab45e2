import type { NewQuest, QuestChange } from '@furrow/sdk/contract'
import type { Asks } from './http.ts'
import { forever, type Measured, measure } from './measure.ts'
import { type Person, personAt } from './people.ts'

export type Load = {
  readonly client: Asks
  readonly people: readonly Person[]
  readonly lanes: number
  readonly seconds: number
}

export type Work = { readonly id: string; readonly giver: Person; readonly farmer: Person }

export function newQuest(index: number): NewQuest {
  return {
    title: `Fix gate ${index}`,
    description: 'The gate of the lower field does not close.',
    reward: '100 USDC',
    rewardAmount: 100,
    rewardToken: 'USDC',
    skills: ['carpentry'],
    maxFarmers: 1,
    category: 'maintenance',
  }
}

export function post({ client, people, lanes, seconds }: Load): Promise<Measured<Work>> {
  return measure(
    lanes,
    seconds,
    forever(async index => {
      const [giver, farmer] = [personAt(people, index), personAt(people, index + 1)]
      const body = newQuest(index)
      const answer = await client.ask({ method: 'POST', path: '/api/quests', token: giver.token, body })
      return { id: JSON.parse(answer).id, giver, farmer }
    }),
  )
}

export function accept(load: Load, posted: readonly Work[]): Promise<Measured<Work>> {
  return act(load, posted, ({ id, farmer }) => [farmer, { questId: id, action: 'accept' }])
}

export function submit(load: Load, accepted: readonly Work[]): Promise<Measured<Work>> {
  const note = 'It closes now.'
  return act(load, accepted, ({ id, farmer }) => [farmer, { questId: id, action: 'submit', note }])
}

export function approve(load: Load, submitted: readonly Work[]): Promise<Measured<Work>> {
  return act(load, submitted, ({ id, giver, farmer }) => [
    giver,
    { questId: id, action: 'approve', farmer: farmer.account.address },
  ])
}

function act(
  { client, lanes, seconds }: Load,
  works: readonly Work[],
  change: (work: Work) => [by: Person, body: QuestChange],
): Promise<Measured<Work>> {
  return measure(
    lanes,
    seconds,
    works.map(work => async () => {
      const [{ token }, body] = change(work)
      await client.ask({ method: 'PATCH', path: '/api/quests', token, body })
      return work
    }),
  )
}
