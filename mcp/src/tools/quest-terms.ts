import { type Furrow, FurrowError, type Profile, type PublicConfig, type Quest } from '@furrow/sdk'
import { z } from 'zod'
import { reads, tool } from '../tool.ts'
import { findProfile } from './find-profile.ts'
import { id } from './inputs.ts'

export const questTerms = tool({
  name: 'quest_terms',
  description:
    "The terms of one quest, made plain: what counts as done, the deadline, the pay and what stands behind it, the payer's record, and with a key whether your wallet may join, with every reason why not.",
  input: z.object({ id }),
  scopes: [],
  hints: reads,
  async act(furrow, { id }) {
    const [quest, config] = await Promise.all([furrow.quests.get(id), furrow.config()])
    const [payer, eligibility] = await Promise.all([findProfile(furrow, quest.giver), judge(furrow, quest)])
    const { title, giver, updatedAt, status, deadline = null, funding } = quest
    return {
      own: {
        done: tellDone(quest, config),
        places: { all: quest.maxFarmers, free: countFree(quest) },
        requires: quest.requires ?? null,
        eligibility,
      },
      found: {
        id: quest.id,
        title,
        status,
        updatedAt,
        deadline,
        pay: {
          amount: String(quest.rewardAmount),
          token: quest.rewardToken,
          rail: funding.rail,
          status: funding.status,
        },
        payer: { address: giver, record: payer?.giverProfile ?? null },
      },
    }
  },
})

const noKey = { mayJoin: null, reasons: ['Without an API key nobody can say whether your wallet may join.'] }

/** As the service would judge a take, which is judged once more. */
async function judge(furrow: Furrow, quest: Quest) {
  if (furrow.token === null) return noKey
  const how = tellHow(quest)
  try {
    const { mayTake, reasons, places } = await furrow.quests.eligibility(quest.id)
    return {
      mayJoin: mayTake,
      reasons: reasons.map(({ text }) => text),
      ...(places !== null && { yourPlaces: { held: places.held, allowed: places.allowed } }),
      ...(how !== null && { how }),
    }
  } catch (error) {
    if (!(error instanceof FurrowError && error.status === 404)) throw error
    // A service of an earlier version does not say: then its public facts do.
    return { ...judgeByFacts(quest, await findMe(furrow)), ...(how !== null && { how }) }
  }
}

function tellHow({ admission, questions = [] }: Quest): string | null {
  if (admission !== 'application') return null
  const answers = questions.length === 0 ? '' : ' and with answers to its questions, which get_quest has'
  return `Its giver chooses: take_quest applies, with a note${answers}.`
}

type Me = Pick<Profile, 'address' | 'codehostVerified'> & { readonly completed: number }

async function findMe(furrow: Furrow): Promise<Me> {
  const { address } = await furrow.getMe()
  const profile = await findProfile(furrow, address)
  const { codehostVerified = false, farmerProfile } = profile ?? {}
  return { address, codehostVerified, completed: farmerProfile?.questsCompleted ?? 0 }
}

function tellDone({ codehostRepo, codehostIssue }: Quest, { reviewWindowHours, disputes }: PublicConfig) {
  const proof =
    codehostRepo === undefined
      ? 'Work is handed in with a link or a note (hand_in), and its giver looks at it.'
      : codehostIssue === undefined
        ? 'A pull request of yours that is merged in the repository of the quest proves the work by itself.'
        : 'A pull request of yours that closes the issue of the quest, and is merged, proves the work by itself.'
  return {
    by: codehostRepo === undefined ? 'hand-in' : 'merge',
    says: [
      proof,
      `Then the giver has ${reviewWindowHours} hours to approve it, return it or dispute it; after that the pay is released by itself.`,
      `A dispute that nobody decides ends after ${disputes.days} days.`,
    ],
  }
}

const isOver = ['withdrawn', 'expired', 'refunded']
const left = ['withdrawn', 'expired']

function countFree({ farmers, maxFarmers }: Quest): number {
  return Math.max(0, maxFarmers - farmers.filter(({ status }) => !isOver.includes(status)).length)
}

function judgeByFacts(quest: Quest, { address, completed, codehostVerified }: Me) {
  const { verifiedCodehost = false, minCompleted = 0 } = quest.requires ?? {}
  const isMe = (other: string) => other.toLowerCase() === address.toLowerCase()
  const reasons = [
    isMe(quest.giver) && 'It is your own quest.',
    quest.farmers.some(({ address, status }) => isMe(address) && !left.includes(status)) &&
      'You have a place in it already.',
    quest.status !== 'open' && `It is ${quest.status}, and takes nobody new.`,
    quest.paused === true && 'Its giver takes no farmers for now.',
    quest.hidden !== undefined && 'A moderator has hidden it: it takes nobody new.',
    countFree(quest) === 0 && 'It has no place left.',
    verifiedCodehost && !codehostVerified && 'It is for farmers with a proved account at the code host.',
    completed < minCompleted &&
      `It is for farmers with at least ${minCompleted} finished quests; you have ${completed}.`,
  ].filter(reason => reason !== false)
  return { mayJoin: reasons.length === 0, reasons }
}
