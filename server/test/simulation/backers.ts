import type { Address } from '../../src/ground/address.ts'
import { toLedger } from '../../src/rules/ledger/amounts.ts'
import type { MainEnd } from '../../src/rules/lifecycle/companion.ts'
import { type Ended, hasLeft, isEnded, isLive, isPlace, type Quest } from '../../src/rules/lifecycle/quest.ts'
import { statusOf } from '../../src/rules/lifecycle/status.ts'
import { type Chain, fund, transact } from './chain.ts'
import { ask, post, type Village } from './village.ts'

/** Others add to the reward of quests here, played and judged apart from the statements that find what is due. */
export type Companion = {
  readonly main: string
  readonly ended: ReadonlySet<Address>
  /** On chain from when its own deposit is there. */
  readonly counted: boolean
}

/** Somebody adds to a reward, also as they may not: the promise is posted with it, in one commit or not at all. */
export function back(village: Village, main: Quest, blank: (change: Partial<Quest>) => Quest): void {
  const { crashes, random, givers, farmers, quests } = village
  const by = random.pick([...givers, ...farmers])
  if (companionsOf(village, main.id).some(({ giver, closed }) => giver === by && closed === null)) return
  const amount = random.pick(['0.1', '7', '33.333333'])
  village.crashes = false
  const answer = ask(village, main.id, { kind: 'back', by, amount })
  // On chain nothing happens to the quest until the deposit is there.
  const isPosted = typeof answer === 'number' && (main.deposit === null ? answer > 0 : answer === 0)
  if (isPosted) {
    const { tally, places, returned, token } = quests.get(main.id) as Quest
    const quest = blank({
      ...{
        giver: by,
        amount: main.deposit === null ? amount : '0.1',
        token,
        companionOf: main.id,
        hidden: true,
        deadline: null,
        admission: 'open',
      },
      places: places - tally.released - tally.refunded - returned,
      conditions: null,
    })
    const ended = new Set(endedIn(main).map(one => one.farmer))
    village.companions.set(quest.id, { main: main.id, ended, counted: main.deposit === null })
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
    const isCounted = village.companions.get(quest.id)?.counted !== false
    const answer = isCounted ? ask(village, main.id, stop) : Number(by === quest.giver)
    if (typeof answer === 'number' && answer > 0)
      ask(village, quest.id, { kind: 'end-companion', by: null, as: 'cancelled' })
    const companion = village.companions.get(quest.id) as Companion
    if (quest.deposit !== null && village.quests.get(quest.id)?.closed)
      village.companions.set(quest.id, { ...companion, counted: false })
    village.crashes = crashes
    return
  }
  if (village.chain !== null) {
    playOnChain(village, village.chain, quest, by)
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

/** The backer pays in, disputes their part, or takes it back. */
function playOnChain({ now, random }: Village, chain: Chain, quest: Quest, caller: Address): void {
  const each = (quest.deposit?.amountEach ?? 0n) + BigInt(random.int(20) === 0)
  const farmer = [...quest.work.values()].find(isLive)?.farmer ?? null
  const roll = random.int(10)
  if (roll < 5) fund(chain, quest, each, quest.places, now)
  else if (roll < 8 && farmer !== null) transact(chain, quest.id, { action: 'dispute', caller, farmer }, now)
  else transact(chain, quest.id, { action: 'refund', caller, farmer: null }, now)
}

/** One transaction of the service: the quest counts the backer, or what came too late goes back. */
function countFunded(village: Village, id: string): void {
  const { companions, crashes, quests } = village
  const { main: mainId, counted } = companions.get(id) as Companion
  const quest = quests.get(id) as Quest
  if (counted || quest.closed !== null || quest.deposit?.status !== 'funded') return
  village.crashes = false
  const { amount, giver: backer } = quest
  const answer = ask(village, mainId, { kind: 'count-backer', by: null, backer, amount })
  if (answer === 0) ask(village, id, { kind: 'end-companion', by: null, as: 'cancelled' })
  else {
    const ended = new Set(endedIn(quests.get(mainId) as Quest).map(one => one.farmer))
    companions.set(id, { main: mainId, ended, counted: true })
  }
  village.crashes = crashes
}

/** The backer took it back at the contract, before the quest was over. */
function uncountTaken(village: Village, id: string): void {
  const { companions, crashes, now, quests } = village
  const companion = companions.get(id) as Companion
  const quest = quests.get(id) as Quest
  const status = statusOf(quests.get(companion.main) as Quest, now)
  if (quest.deposit === null || quest.closed === null || !companion.counted) return
  if (status === 'completed' || status === 'cancelled') return
  village.crashes = false
  const { amount, giver: backer } = quest
  ask(village, companion.main, { kind: 'uncount-backer', by: null, backer, amount })
  companions.set(id, { ...companion, counted: false })
  village.crashes = crashes
}

/** One round of what the service does for companions. */
export function followAll(village: Village): void {
  for (const id of [...village.companions.keys()]) {
    const { main: mainId } = village.companions.get(id) as Companion
    const main = village.quests.get(mainId)
    if (main === undefined) continue
    countFunded(village, id)
    uncountTaken(village, id)
    const { counted, ended } = village.companions.get(id) as Companion
    for (const place of endedIn(main)) {
      const isHandedIn = village.handedIn.has(`${mainId} ${place.farmer}`)
      const quest = village.quests.get(id) as Quest
      const isDisputed = quest.work.get(place.farmer)?.status === 'disputed'
      const isPaid = place.status === 'released' && isHandedIn && counted && !ended.has(place.farmer)
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
  const { counted, ended } = companions.get(id) as Companion
  if (!counted) return true
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
  const evidence = { submission: { url: null, note: 'done' }, merge: null }
  return {
    kind: 'released',
    because,
    share: ending?.share ?? null,
    acceptedAt,
    members,
    told: null,
    evidence,
  }
}

/** Every backing has an end, in the same measure as the work, and all of its money is somewhere. */
export function requireFollowed(village: Village): void {
  for (const [id, { main: mainId }] of village.companions) {
    const [quest, main] = [village.quests.get(id) as Quest, village.quests.get(mainId) as Quest]
    const { promised, released, refunded } = quest.sums
    if (promised < released + refunded) throw new Error(`${id} gave more than was promised`)
    const status = statusOf(main, village.now)
    const isOver = status === 'completed' || status === 'cancelled'
    // The contract holds it until the backer takes it, which it allows as for any giver.
    if (isOver && quest.deposit === null && released + refunded !== promised)
      throw new Error(`${id} still holds money, and ${mainId} is over`)
    for (const part of endedIn(quest)) requireSame(village, quest, main, part)
  }
}

function requireSame(village: Village, quest: Quest, main: Quest, part: Ended): void {
  const own = main.work.get(part.farmer)
  // The platform, the farmer or the rule for disputes decided it, whatever the giver did.
  if (village.objected.has(`${quest.id} ${part.farmer}`)) return
  if (quest.deposit !== null) {
    if (part.status === 'released' && own?.status !== 'released')
      throw new Error(`${quest.id} paid ${part.farmer}, whom ${main.id} did not`)
    return
  }
  if (own?.status !== part.status)
    throw new Error(`${quest.id} ended otherwise than ${main.id} for ${part.farmer}`)
  if ((own.ending?.share ?? null) !== (part.ending?.share ?? null))
    throw new Error(`${quest.id} divided otherwise than ${main.id}`)
  if (toLedger(part.paid ?? '0') > toLedger(quest.amount)) throw new Error(`${quest.id} paid too much`)
}
