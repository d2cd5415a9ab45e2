import type { Address } from '../../src/ground/address.ts'
import { toLedger } from '../../src/rules/ledger/amounts.ts'
import type { MainEnd } from '../../src/rules/lifecycle/companion.ts'
import { type Ended, hasLeft, isEnded, isLive, isPlace, type Quest } from '../../src/rules/lifecycle/quest.ts'
import { statusOf } from '../../src/rules/lifecycle/status.ts'
import { ask, post, type Village } from './village.ts'

/** Others add to the reward of quests here, played and judged apart from the statements that find what is due. */
export type Companion = { readonly main: string; readonly ended: ReadonlySet<Address> }

/** Somebody adds to a reward, also as they may not: the promise is posted with it, in one commit or not at all. */
export function back(village: Village, main: Quest, blank: (change: Partial<Quest>) => Quest): void {
  const { crashes, random, givers, farmers, quests } = village
  const by = random.pick([...givers, ...farmers])
  if (companionsOf(village, main.id).some(({ giver, closed }) => giver === by && closed === null)) return
  const amount = random.pick(['0.1', '7', '33.333333'])
  village.crashes = false
  const answer = ask(village, main.id, { kind: 'back', by, amount })
  if (typeof answer === 'number' && answer > 0) {
    const { tally, places, returned, token } = quests.get(main.id) as Quest
    const quest = blank({
      ...{ giver: by, amount, token, companionOf: main.id, hidden: true, deadline: null, admission: 'open' },
      places: places - tally.released - tally.refunded - returned,
      conditions: null,
    })
    village.companions.set(quest.id, { main: main.id, ended: new Set(endedIn(main).map(one => one.farmer)) })
    post(village, quest)
  }
  village.crashes = crashes
}

function companionsOf({ quests }: Village, main: string): Quest[] {
  return [...quests.values()].filter(({ companionOf }) => companionOf === main)
}

function endedIn({ work }: Quest): Ended[] {
  return [...work.values()].filter(isEnded).filter(isPlace)
}

/** The backer, or somebody else, ends it, objects, answers, or pays. */
export function playCompanion(village: Village, quest: Quest): void {
  const { crashes, random, givers, farmers, quests } = village
  const main = quests.get(quest.companionOf ?? '')
  if (main === undefined) return
  const by = random.chance(0.9) ? quest.giver : random.pick([...givers, ...farmers])
  if (random.chance(0.1) && quest.closed === null) {
    village.crashes = false
    const stop = { kind: 'stop-backing', by, backer: quest.giver, amount: quest.amount } as const
    const answer = ask(village, main.id, stop)
    if (typeof answer === 'number' && answer > 0)
      ask(village, quest.id, { kind: 'end-companion', by: null, as: 'cancelled' })
    village.crashes = crashes
    return
  }
  const inReview = [...main.work.values()].find(part => part.status === 'in-review')
  const farmer = inReview?.farmer ?? random.pick(farmers)
  const work =
    inReview === undefined
      ? null
      : {
          ...{ evidence: inReview.evidence, acceptedAt: inReview.acceptedAt, startedAt: inReview.startedAt },
          ...{ reviewEndsAt: inReview.endsAt, members: inReview.team.members },
        }
  switch (random.int(4)) {
    case 0:
      ask(village, quest.id, {
        ...{ kind: 'resolve', by: village.arbiter ?? by, farmer, outcome: 'pay', reason: null },
      })
      break
    case 1:
      ask(village, quest.id, { kind: 'concede', by: farmer })
      break
    default:
      ask(village, quest.id, { kind: 'object', by, farmer, reason: 'no', work })
  }
}

/** One round of what the service does for companions. */
export function followAll(village: Village): void {
  for (const [id, { main: mainId, ended }] of village.companions) {
    const main = village.quests.get(mainId)
    if (main === undefined) continue
    for (const place of endedIn(main)) {
      const isHandedIn = village.handedIn.has(`${mainId} ${place.farmer}`)
      const quest = village.quests.get(id) as Quest
      const isDisputed = quest.work.get(place.farmer)?.status === 'disputed'
      const isPaid = place.status === 'released' && isHandedIn && !ended.has(place.farmer)
      if (isPaid || (isDisputed && place.status === 'refunded'))
        ask(village, id, { kind: 'follow', by: null, farmer: place.farmer, end: endOf(main, place) })
    }
    dropObjections(village, id, main)
    const status = statusOf(main, village.now)
    if (status === 'completed' || status === 'cancelled')
      if (isAllFollowed(village, id, main)) ask(village, id, { kind: 'end-companion', by: null, as: status })
  }
}

/** The service looks for what is missing in this order, in one round; a crash leaves the rest to the next one. */
function isAllFollowed({ companions, handedIn, quests }: Village, id: string, main: Quest): boolean {
  const quest = quests.get(id) as Quest
  const { ended } = companions.get(id) as Companion
  const isDue = ({ farmer, status }: Ended) =>
    status === 'released' &&
    handedIn.has(`${main.id} ${farmer}`) &&
    !ended.has(farmer) &&
    farmer !== quest.giver
  return endedIn(main).every(place => !isDue(place) || isThere(quest, place.farmer))
}

function isThere({ work }: Quest, farmer: Address): boolean {
  const part = work.get(farmer)
  return part !== undefined && !hasLeft(part)
}

function dropObjections(village: Village, id: string, main: Quest): void {
  for (const part of village.quests.get(id)?.work.values() ?? []) {
    if (part.status !== 'disputed') continue
    const own = main.work.get(part.farmer)
    const isAnew =
      own !== undefined && isLive(own) && own.status !== 'accepted' && own.startedAt !== part.startedAt
    if (own === undefined || own.status === 'accepted' || hasLeft(own) || isAnew)
      ask(village, id, { kind: 'drop-objection', by: null, farmer: part.farmer })
  }
}

function endOf({ work }: Quest, { farmer, status, ending, acceptedAt }: Ended): MainEnd {
  if (status === 'refunded') return { kind: 'refunded', because: ending?.because as 'resolved' }
  const members = [...work.values()]
    .filter(isEnded)
    .filter(({ of }) => of === farmer)
    .map(member => ({ address: member.farmer, part: member.part ?? 0 }))
  const because = ending?.because as 'approved'
  return { kind: 'released', because, share: ending?.share ?? null, acceptedAt, members, told: null }
}

/** Every backing has an end, in the same measure as the work, and all of its money is somewhere. */
export function requireFollowed(village: Village): void {
  for (const [id, { main: mainId }] of village.companions) {
    const [quest, main] = [village.quests.get(id) as Quest, village.quests.get(mainId) as Quest]
    const { promised, released, refunded } = quest.sums
    if (promised < released + refunded) throw new Error(`${id} gave more than was promised`)
    const status = statusOf(main, village.now)
    const isOver = status === 'completed' || status === 'cancelled'
    if (isOver && released + refunded !== promised)
      throw new Error(`${id} still holds money, and ${mainId} is over`)
    for (const part of endedIn(quest)) requireSame(village, quest, main, part)
  }
}

function requireSame(village: Village, quest: Quest, main: Quest, part: Ended): void {
  const own = main.work.get(part.farmer)
  // The platform, the farmer or the rule for disputes decided it, whatever the giver did.
  if (village.objected.has(`${quest.id} ${part.farmer}`)) return
  if (own?.status !== part.status)
    throw new Error(`${quest.id} ended otherwise than ${main.id} for ${part.farmer}`)
  if ((own.ending?.share ?? null) !== (part.ending?.share ?? null))
    throw new Error(`${quest.id} divided otherwise than ${main.id}`)
  if (toLedger(part.paid ?? '0') > toLedger(quest.amount)) throw new Error(`${quest.id} paid too much`)
}
