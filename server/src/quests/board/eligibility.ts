import type { Eligibility, PlacesHeld } from '@furrow/sdk/contract'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { HttpError, NotFoundError } from '../../ground/errors.ts'
import { reasonsAgainst } from '../../rules/lifecycle/commands/places.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import { newcomer, standingOn } from '../../rules/lifecycle/ladder.ts'
import type { Applicant, Rules } from '../../rules/lifecycle/rules.ts'
import { rulesOf } from '../change/decide-batch.ts'
import { loadQuests } from '../change/load.ts'
import { readApplicants } from '../change/load-applicants.ts'
import { loadKnowledge } from '../change/load-known.ts'
import { selectQuests } from '../change/lock.ts'
import { freshenTrust } from '../trust/repository-list.ts'

/** As an accept would be judged now, by the same rules; nothing is locked or written. @throws NotFoundError */
export async function readEligibility(
  context: Context,
  farmer: Address,
  questId: string,
  via: Via,
): Promise<Eligibility> {
  const { db } = context
  await freshenTrust(context, questId)
  const rules = rulesOf(context)
  const command = { kind: 'accept', by: farmer, via } as const
  const request = { questId, command }
  const finding = selectQuests(db).where('quests.id', '=', questId).execute()
  const [quests, knowledge] = await Promise.all([
    loadQuests(db, context, finding, [request]),
    loadKnowledge(db, finding, [request], rules),
  ])
  const quest = quests.get(questId)?.quest
  if (quest === undefined) throw new NotFoundError('There is no such quest.', { code: 'quest-not-found' })
  const known = knowledge.of(request)
  const reasons = [
    ...frozenReason(() => knowledge.requireUnfrozen(request)),
    ...reasonsAgainst({ quest, command, rules, known }).map(({ code, message }) => ({ code, text: message })),
  ]
  return { mayTake: reasons.length === 0, reasons, places: showPlaces(rules, known.applicant) }
}

function frozenReason(requireUnfrozen: () => void): Eligibility['reasons'] {
  try {
    requireUnfrozen()
    return []
  } catch (error) {
    if (error instanceof HttpError) return [{ code: error.code, text: error.message }]
    throw error
  }
}

/** null where no ladder bounds the places. */
export async function readPlaces(context: Context, farmer: Address): Promise<PlacesHeld | null> {
  const rules = rulesOf(context)
  if (rules.ladder.length === 0) return null
  const { applicants } = await readApplicants(context.db, [{ quest_id: '', address: farmer }], rules)
  return showPlaces(rules, applicants.get(farmer) ?? null)
}

function showPlaces({ ladder }: Rules, applicant: Applicant | null): PlacesHeld | null {
  const { account, atWork, finished } = applicant ?? newcomer
  const standing = standingOn(ladder, { account, finished })
  return standing === null ? null : { held: atWork, finished, ...standing }
}
