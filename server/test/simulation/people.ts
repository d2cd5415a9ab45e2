import { toUnits } from '@furrow/sdk/amount'
import type { Address } from '../../src/ground/address.ts'
import { toAddress } from '../../src/ground/address.ts'
import { day, hour } from '../../src/ground/clock.ts'
import { decide } from '../../src/rules/lifecycle/decide.ts'
import { newcomer } from '../../src/rules/lifecycle/ladder.ts'
import {
  type Ended,
  isEnded,
  isLive,
  isPlace,
  liveWork,
  type Quest,
  type Side,
} from '../../src/rules/lifecycle/quest.ts'
import { type Known, nothingKnown } from '../../src/rules/lifecycle/rules.ts'
import { statusOf } from '../../src/rules/lifecycle/status.ts'
import { evenSums } from '../../src/rules/lifecycle/sums.ts'
import type { Terms } from '../../src/rules/lifecycle/terms.ts'
import { termsOf } from '../terms-of.ts'
import { back, playCompanion } from './backers.ts'
import { amountEach, type Chain, chainArbiter, deciders, decimals, fund, transact } from './chain.ts'
import { runDaemon } from './daemon.ts'
import { followRulings, govern } from './owner.ts'
import { isRefused } from './refused.ts'
import { ask, post, rulesOf, type Village } from './village.ts'

/** Mostly shorter than a review, in which somebody is to act. */
const whiles = [1, hour, hour, hour, day, day, 2 * day, 14 * day, 30 * day]
const year = 366 * day

/** An act of somebody, or an event of the world. */
export function live(village: Village): void {
  const { random, quests } = village
  if (quests.size === 0 || (quests.size < 5 && random.chance(0.02))) {
    postQuest(village)
    return
  }
  if (village.chain === null && random.chance(0.01)) thank(village)
  const quest = random.pick([...quests.values()])
  if (random.chance(0.01)) back(village, quest, change => questOf(village, change))
  if (quest.companionOf !== null && random.chance(0.7)) {
    playCompanion(village, quest)
    return
  }
  const roll = random.int(100)
  if (roll < 8) village.now += random.chance(0.01) ? year : random.pick(whiles)
  else if (roll < 22) runDaemon(village)
  else if (roll < 24) village.isHostUp = !village.isHostUp
  else if (roll < 26) village.crashes = !village.crashes
  else if (roll < 58) farm(village, quest)
  else if (roll < 82) give(village, quest)
  else if (roll < 86) showPayments(village, quest)
  else if (roll < 90) judge(village, [...quests.values()].find(isDisputed) ?? quest)
  else changeTheWorld(village, quest)
}

/** Also nothing, and amounts that no share divides evenly. */
const amounts = ['0.1', '0.000001', '33.333333', '7', '0']

/** Now and then as the next part of a plan, after a quest of the same giver that has none after it yet. */
function postQuest(village: Village): void {
  const { plans, quests, random } = village
  const quest = questOf(village)
  const followed = new Set(plans.values())
  const before = [...quests.values()].find(
    ({ id, giver, thanks, companionOf }) =>
      giver === quest.giver && thanks === null && companionOf === null && !followed.has(id),
  )
  post(village, quest)
  if (before === undefined || random.chance(0.4)) return
  plans.set(quest.id, before.id)
  quests.set(before.id, { ...before, next: { id: quest.id, title: quest.title } })
}

function questOf({ random, givers, chain, quests, now }: Village, change: Partial<Quest> = {}): Quest {
  const blank: Omit<Quest, 'sums'> = {
    id: `0x${quests.size}`,
    giver: random.pick(givers),
    title: 'Fix the gate',
    description: 'It does not close.',
    reward: '0.1',
    skills: '[]',
    questions: '[]',
    category: 'gates',
    conditions: null,
    contest: null,
    codehostRepo: null,
    codehostIssue: null,
    repoKey: null,
    issueNumber: null,
    paused: false,
    hidden: false,
    thanks: null,
    companionOf: null,
    backers: { count: 0, amount: '0', toldAt: 0 },
    next: null,
    revision: 0,
    editToldAt: 0,
    updatedAt: now,
    amount: chain === null ? random.pick(amounts) : '0.1',
    token: random.pick(['USDC', 'ETH']),
    places: 1 + random.int(3),
    deadline: random.chance(0.2) ? now + random.int(40) * day + 1 : null,
    closed: null,
    tally: { accepted: 0, 'in-review': 0, disputed: 0, released: 0, refunded: 0 },
    returned: 0,
    deposit:
      chain === null
        ? null
        : {
            status: 'unfunded',
            problem: null,
            token: toAddress(`0x${'1'.repeat(40)}`),
            amountEach,
            closing: false,
            decimals,
            version: chain.version,
            noticeEndsAt: null,
            served: true,
            stopped: null,
            splitter: toAddress(`0x${'5'.repeat(40)}`),
            arbiter: chain.version === 3 ? null : chainArbiter,
            payer: null,
          },
    work: new Map(),
    admission: random.chance(0.4) ? 'application' : 'open',
    verifiedCodehost: random.chance(0.1),
    minCompleted: random.chance(0.1) ? 1 : 0,
    waiting: 0,
    toldOfOneAt: 0,
    applications: new Map(),
    ...change,
  }
  return { ...blank, sums: evenSums(blank) }
}

/** A thanks is posted with its payment, in one commit or not at all: by a chain or by word, and also as it may not be. */
function thank(village: Village): void {
  const { random, farmers, givers, now, quests, crashes } = village
  const quest = questOf(village, {
    ...{ thanks: 'https://x.co/pull/1', amount: random.pick(['7', '33.333333']), places: 1 },
    ...{ deadline: null, admission: 'open' },
  })
  const { giver, id } = quest
  const farmer = random.chance(0.9) ? random.pick(farmers) : giver
  const paidAt = random.chance(0.8) ? now : now - 2 * day
  const payer = random.chance(0.8) ? giver : random.pick([...givers, ...farmers])
  const isByChain = random.chance(0.5)
  const command = {
    kind: 'thank',
    ...{ farmer, account: null, since: now - day },
    by: isByChain ? null : random.pick([farmer, farmer, giver]),
    payment: isByChain ? { chainId: 1, hash: random.pick(['0x1', '0x2']), part: 0, paidAt, payer } : null,
  } as const
  const isUnlike = isByChain ? payer !== giver || paidAt !== now : command.by !== farmer
  if (isUnlike || farmer === giver) {
    if (!isRefused(() => decide(quest, command, rulesOf(village))))
      throw new Error(`a thanks was taken: ${JSON.stringify(command)}`)
    return
  }
  village.crashes = false
  post(village, quest)
  ask(village, id, command)
  ask(village, id, command)
  village.crashes = crashes
  if (quests.get(id)?.tally.released !== 1) throw new Error(`${id} thanks for nothing`)
}

function farm(village: Village, quest: Quest): void {
  const { random, chain, farmers, now } = village
  const { id } = quest
  const there = [...quest.work.values()].filter(isLive).map(({ farmer }) => farmer)
  // Farmers with a place act more often than others.
  const by = random.pick(there.length > 0 && random.chance(0.6) ? there : farmers)
  switch (random.int(11)) {
    case 9:
      divide(village, quest, by, by)
      return
    case 10:
      share(village, quest, by)
      return
    case 6:
      ask(village, id, { kind: 'keep', by })
      return
    case 7:
      ask(village, id, { kind: 'answer', by, url: null, note: 'It does close.' })
      return
    case 8:
      if (chain !== null && random.chance(0.2))
        transact(chain, id, { action: 'concede', caller: by, farmer: by, sides: stuckIn(village) }, now)
      else if (random.chance(0.4)) ask(village, id, { kind: 'concede', by })
      else addEvidence(village, quest, by, by)
      return
    case 0:
    case 1: {
      const note = random.pick([null, 'I have done three of these.'])
      const answer = ask(village, id, { kind: 'accept', by, note }, knownOf(village, by, id))
      if (typeof answer === 'number' && answer > 0) requireInTurn(village, id, by)
      return
    }
    case 2:
      if (random.chance(0.4)) ask(village, id, { kind: 'withdraw', by })
      return
    case 3:
      ask(village, id, { kind: 'submit', by, url: random.pick([null, 'https://x.co']), note: 'done' })
      return
    case 4:
      prove(village, quest, by)
      return
    default:
      review(village, quest, by, quest.giver)
  }
}

function addEvidence(village: Village, { id }: Quest, by: Address, farmer: Address): void {
  ask(village, id, { kind: 'add-evidence', by, farmer, url: 'https://x.co', note: null })
}

/** The known facts about a farmer who wants a place, or is given one. */
function knownOf(village: Village, farmer: Address, questId: string): Known {
  const { accounts, books, plans, quests } = village
  const account = accounts.get(farmer) ?? null
  const completed = [...books.releases].reduce(
    (sum, [pair, count]) => (pair.startsWith(`${farmer} `) ? sum + count : sum),
    0,
  )
  const held = books.places.get(farmer) ?? 0
  const quest = quests.get(plans.get(questId) ?? '')
  const before =
    quest === undefined
      ? null
      : {
          quest,
          releasedAt: releasesIn(quest)[0]?.endedAt ?? null,
          hasRight: releasesIn(quest).some(part => part.farmer === farmer),
        }
  return { ...nothingKnown, before, applicant: { ...newcomer, account, held, completed } }
}

function releasesIn({ work }: Quest): Ended[] {
  const released = [...work.values()]
    .filter(isEnded)
    .filter(part => part.status === 'released' && isPlace(part))
  return released.toSorted((one, other) => (one.endedAt ?? 0) - (other.endedAt ?? 0))
}

/** The law of a plan, written a second time: nobody is in a part before the one before was paid, or has come to its end. */
function requireInTurn({ plans, quests, now }: Village, questId: string, farmer: Address): void {
  const before = quests.get(plans.get(questId) ?? '')
  if (before === undefined) return
  const released = releasesIn(before)
  const [first] = released
  if (first === undefined) {
    const isOver = ['completed', 'cancelled'].includes(statusOf({ ...before, paused: false }, now))
    const isHidden = before.hidden && ![...before.work.values()].some(isLive)
    if (!isOver && !isHidden) throw new Error(`${farmer} is in ${questId} before its turn`)
  } else if (now < (first.endedAt ?? 0) + 3 * day && !released.some(part => part.farmer === farmer))
    throw new Error(`${farmer} is in ${questId}, which is for others first`)
}

function prove(village: Village, { id, companionOf }: Quest, farmer: Address): void {
  // No link leads to it.
  if (companionOf !== null) return
  const { random, accounts, merges } = village
  const pullRequest = 1 + random.int(3)
  const account = accounts.get(farmer) ?? `account of ${farmer}`
  const facts = random.chance(0.3)
    ? null
    : {
        repositoryId: '1',
        repository: 'farm/gate',
        pullRequestId: String(pullRequest),
        authorId: random.chance(0.9) ? account : 'somebody',
        mergedById: null,
        mergedAt: village.now,
        mergeSha: null,
        baseBranch: 'main',
        textHash: '',
        issueNumber: null,
        issueClosed: true,
        readable: true,
        ownerId: null,
        own: random.chance(0.3),
      }
  const answer = ask(village, id, {
    kind: 'prove',
    by: null,
    farmer,
    repoKey: 'farm/gate',
    pullRequest,
    facts,
  })
  if (typeof answer === 'number' && answer > 0)
    merges.set(`${id} ${farmer}`, random.chance(0.2) ? 'broken' : 'stands')
}

function give(village: Village, quest: Quest): void {
  const { random, givers, farmers, chain, now } = village
  const by = random.chance(0.9) ? quest.giver : random.pick(givers)
  const waiting = [...quest.work.values()].filter(({ status }) => status === 'in-review')
  const known = waiting.length > 0 ? waiting.map(({ farmer }) => farmer) : [...quest.work.keys()]
  const farmer = random.pick(known.length > 0 && random.chance(0.9) ? known : farmers)
  // Waiting work is paid, disputed or returned; else a giver does anything.
  switch (waiting.length > 0 && random.chance(0.3) ? random.pick([5, 6, 6, 11]) : random.int(14)) {
    case 13:
      divide(village, quest, by, farmer)
      return
    case 9:
      choose(village, quest, by)
      return
    case 10:
      if (random.chance(0.4)) extend(village, quest, by, farmer)
      else ask(village, quest.id, { kind: 'remove', by, farmer, reason: random.pick([null, 'Idle.']) })
      return
    case 11:
      if (chain !== null && random.chance(0.5))
        transact(chain, quest.id, { action: 'return', caller: by, farmer }, now)
      else ask(village, quest.id, { kind: 'return', by, farmer, note: 'The hinge is missing.' })
      return
    case 12:
      addEvidence(village, quest, by, farmer)
      return
    case 0:
      if (random.chance(0.1)) ask(village, quest.id, { kind: 'complete', by })
      return
    case 1:
      if (random.chance(0.2)) ask(village, quest.id, { kind: 'cancel', by })
      return
    case 2:
      review(village, quest, by, farmer)
      return
    case 8:
      edit(village, quest, by)
      return
    case 3:
    case 4:
      if (chain !== null && random.chance(0.9))
        fund(
          chain,
          quest,
          (quest.deposit?.amountEach ?? amountEach) + BigInt(random.int(20) === 0),
          quest.places,
          now,
        )
      return
    case 5:
      if (chain === null) ask(village, quest.id, { kind: 'approve', by, farmer })
      else if (random.chance(0.5)) signApproval(village, quest, by, farmer)
      else transact(chain, quest.id, { action: 'approve', caller: by, farmer }, now)
      return
    case 6:
      if (chain === null) ask(village, quest.id, { kind: 'dispute', by, farmer, reason: 'no' })
      else transact(chain, quest.id, { action: 'dispute', caller: by, farmer }, now)
      return
    default:
      if (chain !== null) {
        const action = random.chance(0.1) ? 'notice' : 'refund'
        transact(chain, quest.id, { action, caller: by, farmer: null }, now)
      }
  }
}

/** Now and then for too long, or once more; the giver returns or disputes the work afterwards as they like. */
function signApproval(village: Village, { id }: Quest, by: Address, farmer: Address): void {
  const until = village.now + village.random.pick([hour, day, 7 * day, 8 * day])
  ask(village, id, { kind: 'sign-approval', by, farmer, until, signature: '0x01' })
}

/** Shares the place, also wrongly or with nobody; those named agree mostly, to what they read or something else, or refuse. */
function share(village: Village, quest: Quest, by: Address): void {
  const { id, giver, work } = quest
  const { random, farmers } = village
  const shared = [...work.values()].filter(isLive).filter(({ team }) => team.members.length > 0)
  const place = shared[0]
  if (place === undefined || random.chance(0.2)) {
    const others = farmers.filter(farmer => farmer !== by)
    const shares = random.pick([
      [],
      [by, random.pick([...others, giver])].map(address => ({ address, share: 5_000 })),
      [others[0] ?? by, by, others[1] ?? by].map((address, index) => ({
        address,
        share: [3_333, 3_334, 3_333][index] ?? 0,
      })),
      [by, ...others].map((address, index) => ({ address, share: index === 0 ? 9_997 : 1 })),
      [by, random.pick(others)].map((address, index) => ({
        address,
        share: [1, 9_998 + random.int(2)][index] ?? 0,
      })),
    ])
    ask(village, id, { kind: 'share', by, shares })
    // Some teams are one at once, and hand their work in.
    if (random.chance(0.5)) return
    for (const { address, share } of shares) {
      const known = knownOf(village, address, id)
      ask(village, id, { kind: 'agree-to-share', by: address, farmer: by, share }, known)
    }
    ask(village, id, { kind: 'submit', by, url: null, note: 'done by all of us' })
    return
  }
  if (place.status !== 'accepted') {
    // Seldom ends of a team: a part by agreement, and a dispute.
    const part = { farmer: place.farmer, share: random.pick([1, 3_333, 10_000]) }
    if (random.chance(0.5)) {
      ask(village, id, { kind: 'propose-part', by: giver, ...part, note: null })
      ask(village, id, { kind: 'agree', by: place.farmer, ...part })
    }
    ask(village, id, { kind: 'dispute', by: giver, farmer: place.farmer, reason: 'It does not close.' })
    return
  }
  for (const { address, share } of place.team.members)
    if (random.chance(0.05)) ask(village, id, { kind: 'refuse-share', by: address, farmer: place.farmer })
    else if (random.chance(0.8))
      ask(
        village,
        id,
        { kind: 'agree-to-share', by: address, farmer: place.farmer, share: random.chance(0.95) ? share : 1 },
        knownOf(village, address, id),
      )
}

/** Agrees to what the other side proposed, now and then to something else, or proposes a part. */
function divide(village: Village, { id, work }: Quest, by: Address, farmer: Address): void {
  const { random } = village
  const part = work.get(farmer)
  const offer = part?.status === 'in-review' || part?.status === 'disputed' ? part.offer : null
  const share = random.pick([0, 1, 3_333, 5_000, 9_999, 10_000])
  if (offer === null || random.chance(0.3))
    ask(village, id, { kind: 'propose-part', by, farmer, share, note: null })
  else ask(village, id, { kind: 'agree', by, farmer, share: random.chance(0.9) ? offer.share : share })
}

function extend(village: Village, { id, work }: Quest, by: Address, farmer: Address): void {
  const place = work.get(farmer)
  const end = place?.status === 'accepted' ? place.expiresAt : village.now
  ask(village, id, { kind: 'extend', by, farmer, until: end + village.random.int(40) * day })
}

/** Chooses among the applicants, and now and then among others. */
function choose(village: Village, { applications, id }: Quest, by: Address): void {
  const { random, farmers } = village
  const waiting = [...applications.values()].filter(({ status }) => status === 'pending')
  const farmer = random.chance(0.9) ? waiting[0]?.farmer : random.pick(farmers)
  if (farmer === undefined) return
  if (random.chance(0.3)) ask(village, id, { kind: 'decline', by, farmer, reason: null })
  else {
    const answer = ask(village, id, { kind: 'admit', by, farmer }, knownOf(village, farmer, id))
    if (typeof answer === 'number' && answer > 0) requireInTurn(village, id, farmer)
  }
}

/** A giver makes any change, seldom for the worse, and seldom to a version they have not looked at. */
function edit(village: Village, quest: Quest, by: Address): void {
  const { random, chain, now } = village
  const { id } = quest
  if (random.chance(0.4)) {
    ask(village, id, { kind: 'set-status', by, status: random.pick(['in-progress', 'open'] as const) })
    return
  }
  const expected = quest.updatedAt - Number(random.chance(0.1))
  const terms = termsOf(quest)
  const changed: Terms = random.pick([
    { ...terms, amount: random.pick(['0.05', '0.2', '0.3', '1']) },
    { ...terms, places: 1 + random.int(5) },
    { ...terms, token: random.pick(['USDC', 'ETH']) },
    { ...terms, description: `${random.pick([terms.description, ''])} More.` },
    { ...terms, deadline: random.pick([null, now + random.int(40) * day]) },
  ])
  const units = toUnits(changed.amount, decimals) ?? amountEach
  const token = toAddress(`0x${'1'.repeat(40)}`)
  const deposit = chain === null ? null : { token, decimals, amountEach: units }
  ask(village, id, { kind: 'edit', by, expected, terms: changed, deposit })
}

/**
 * A giver shows transactions, about which the chain says various things; also late, twice, old ones, and those of others.
 * Farmers confirm or deny them, and so does the arbiter.
 */
function showPayments(village: Village, quest: Quest): void {
  const { random, arbiter, chain, givers, farmers, now } = village
  const released = [...quest.work.values()].filter(isEnded).filter(({ status }) => status === 'released')
  const some = released.length > 0 && random.chance(0.8) ? released.map(part => part.farmer) : farmers
  const farmer = random.pick(some)
  const shown = released.find(part => part.farmer === farmer)?.worth?.payment ?? null
  const hash = shown !== null && random.chance(0.7) ? shown.hash : random.pick(['0x1', '0x2'])
  const about = { farmer, chainId: 1, hash }
  const waiting = [...quest.work.values()].find(part => part.status === 'released' && isWaiting(part))
  if (waiting !== undefined && random.chance(0.5)) {
    const by = random.pick([waiting.farmer, arbiter ?? waiting.farmer])
    ask(village, quest.id, { kind: 'confirm-payment', by, farmer: waiting.farmer })
    return
  }
  if (chain === null && random.chance(0.25)) {
    speakOfPayment(village, quest)
    return
  }
  // On chain the contract shows what it paid: nothing can be confirmed there.
  switch (random.int(chain === null ? 9 : 6)) {
    case 0:
    case 1:
    case 2: {
      const by = random.chance(0.9) ? quest.giver : random.pick(givers)
      const isTreasurys = chain === null && random.chance(0.1)
      const how = isTreasurys ? { by: random.pick(farmers), proposal: treasury.proposal } : { by }
      ask(village, quest.id, { kind: 'show-payment', part: 0, ...about, ...how })
      return
    }
    case 6: {
      const by = random.pick([farmer, farmer, arbiter ?? farmer, random.pick(givers), random.pick(farmers)])
      ask(village, quest.id, { kind: 'confirm-payment', by, farmer })
      return
    }
    case 7:
      ask(village, quest.id, { kind: 'not-received', by: random.chance(0.9) ? farmer : random.pick(farmers) })
      return
    case 3:
      ask(village, quest.id, { kind: 'reorganise-payment', by: null, ...about })
      return
    case 4:
      if (random.chance(0.5))
        ask(village, quest.id, { kind: 'refuse-payment', by: null, ...about, fault: { code: 'failed' } })
      return
    default: {
      const isOdd = chain === null && random.chance(0.6)
      const payer = isOdd
        ? random.pick([quest.giver, random.pick(givers), random.pick(farmers)])
        : quest.giver
      const paidAt = isOdd ? now - random.pick([0, 0, hour, 40 * day]) : now
      const isTreasurys = chain === null && random.chance(0.1)
      const from = isTreasurys ? treasury : { payer }
      ask(village, quest.id, { kind: 'settle-payment', by: null, ...about, paidAt, ...from })
    }
  }
}

/** A proposal of the members that passed. */
const treasury = { proposal: 'proposal-1', payer: `0x${'7e'.repeat(20)}` as Address }

/** The giver says that they paid, and farmers answer; also twice, unasked, and about work of others. */
function speakOfPayment(village: Village, quest: Quest): void {
  const { random, arbiter, givers, farmers } = village
  const released = [...quest.work.values()].filter(({ status }) => status === 'released')
  const farmer = released.length > 0 ? random.pick(released).farmer : random.pick(farmers)
  const by = random.chance(0.9) ? farmer : random.pick([arbiter ?? farmer, ...givers, ...farmers])
  switch (random.int(4)) {
    case 0:
    case 1:
      ask(village, quest.id, {
        kind: 'say-paid',
        by: random.chance(0.9) ? quest.giver : random.pick(givers),
        farmer,
        transaction: random.pick([null, '0x1']),
      })
      return
    case 2:
      ask(village, quest.id, { kind: 'confirm-payment', by, farmer })
      return
    default:
      ask(village, quest.id, { kind: 'not-received', by })
  }
}

function isWaiting({ worth }: Ended): boolean {
  const payment = worth?.payment ?? null
  return payment !== null && payment.mined !== null && payment.paidAt === null
}

function isDisputed({ tally }: Quest): boolean {
  return tally.disputed > 0
}

function judge(village: Village, quest: Quest): void {
  const { random, arbiter, chain, givers } = village
  const disputed = [...quest.work.values()].filter(({ status }) => status === 'disputed')
  const farmer = disputed[0]?.farmer
  if (farmer === undefined) return
  const outcome = random.pick(['pay', 'refund', 'split', 'split'] as const)
  if (chain !== null) rule(village, chain, quest, farmer)
  else {
    const about = { kind: 'resolve', by: arbiter ?? random.pick(givers), farmer, reason: null } as const
    if (outcome !== 'split') ask(village, quest.id, { ...about, outcome })
    else ask(village, quest.id, { ...about, outcome, share: random.int(10_001) })
  }
}

/** The arbiter of the deposit, or another one, who is refused; anew where the owner paused what was ruled. */
function rule(village: Village, chain: Chain, quest: Quest, farmer: Address): void {
  const { random, now } = village
  const sides = stuckIn(village)
  const own = chain.third.decidersOf.get(quest.id)?.arbiter ?? chainArbiter
  const isThird = chain.version === 3
  const caller = isThird && random.chance(0.1) ? random.pick(deciders).arbiter : isThird ? own : chainArbiter
  const isSplit = chain.version !== 1 && random.chance(0.5)
  const about = { caller, farmer, sides } as const
  const act = isSplit
    ? ({ ...about, action: 'split', share: BigInt(random.int(10_001)) } as const)
    : ({ ...about, action: 'resolve', flag: random.chance(0.5) } as const)
  transact(chain, quest.id, act, now)
  if (!isThird || random.chance(0.4)) return
  // Mostly the service has heard of the ruling before somebody pauses it, or its block is gone.
  if (random.chance(0.8)) runDaemon(village)
  followRulings(village, chain)
}

function changeTheWorld(village: Village, quest: Quest): void {
  const { random, accounts, chain, farmers, merges, now } = village
  const farmer = random.pick(farmers)
  switch (random.int(7)) {
    case 6:
      if (chain?.version !== 3) return
      if (random.chance(0.3)) govern(village, chain)
      else followRulings(village, chain)
      return
    case 5: {
      // A clock that strikes at any time: anything not due is not done.
      const kind = random.pick([
        'warn',
        'warn-idle',
        'expire',
        'end-application',
        'window-over',
        'end-dispute',
        'deadline',
      ] as const)
      if (kind === 'end-dispute') ask(village, quest.id, { kind, by: null, farmer, verdict: null })
      else if (kind === 'deadline') ask(village, quest.id, { kind, by: null })
      else ask(village, quest.id, { kind, by: null, farmer })
      return
    }
    case 0:
      if (merges.has(`${quest.id} ${farmer}`))
        merges.set(`${quest.id} ${farmer}`, random.pick(['stands', 'broken', 'broken']))
      return
    case 1:
      accounts.set(farmer, `account of ${farmer}`)
      ask(village, quest.id, { kind: 'pin', by: null, farmer, account: `account of ${farmer}` })
      return
    case 2:
      if (chain !== null) chain.isUp = !chain.isUp
      return
    default:
      if (chain === null) return
      // A stranger ends due work on chain.
      if (liveWork(quest, farmer) !== null)
        transact(
          chain,
          quest.id,
          {
            action: random.pick(['release', 'settle']),
            caller: farmer,
            farmer,
            sides: stuckIn(village),
          },
          now,
        )
      else for (const one of village.quests.values()) takeWhatWaits(village, chain, one)
  }
}

/** Often a receiver refuses a contract's money, as a few kinds of wallets do. */
function stuckIn({ random }: Village): readonly Side[] {
  return random.chance(0.6) ? random.pick<readonly Side[]>([['farmer'], ['giver'], ['farmer', 'giver']]) : []
}

/** Later they take it; or the payer takes the farmer's part, once a year is over. */
function takeWhatWaits({ now, random }: Village, chain: Chain, { giver, id, work }: Quest): void {
  for (const farmer of work.keys())
    if (random.chance(0.5)) transact(chain, id, { action: 'reclaim', caller: giver, farmer }, now)
    else {
      const sides = random.pick<readonly Side[]>([['farmer'], ['giver'], ['farmer', 'giver']])
      transact(chain, id, { action: 'take', caller: farmer, farmer, sides }, now)
    }
}

function review(village: Village, quest: Quest, by: Address, reviewee: Address): void {
  const key = `${quest.id} ${by} ${reviewee}`
  const known = { ...nothingKnown, reviewed: village.reviewed.has(key) }
  const answer = ask(village, quest.id, { kind: 'review', by, reviewee, rating: 5, comment: '' }, known)
  if (answer === 1) village.reviewed.add(key)
}
