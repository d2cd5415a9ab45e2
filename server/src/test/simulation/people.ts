import type { Address } from '../../address.ts'
import { toAddress } from '../../address.ts'
import { day, hour } from '../../clock.ts'
import { liveWork, type Quest } from '../../lifecycle/quest.ts'
import { nothingKnown } from '../../lifecycle/rules.ts'
import { amountEach, chainArbiter, fund, transact } from './chain.ts'
import { runDaemon } from './daemon.ts'
import { ask, post, type Village } from './village.ts'

/** Something that somebody does, or that happens to the world. */
export function live(village: Village): void {
  const { random, quests } = village
  if (quests.size === 0 || (quests.size < 5 && random.chance(0.02))) {
    postQuest(village)
    return
  }
  const quest = random.pick([...quests.values()])
  const roll = random.int(100)
  if (roll < 8) village.now += random.pick([1, hour, day, 2 * day, 14 * day, 30 * day])
  else if (roll < 22) runDaemon(village)
  else if (roll < 24) village.isHostUp = !village.isHostUp
  else if (roll < 26) village.crashes = !village.crashes
  else if (roll < 58) farm(village, quest)
  else if (roll < 84) give(village, quest)
  else if (roll < 90) judge(village, quest)
  else changeTheWorld(village, quest)
}

function postQuest(village: Village): void {
  const { random, givers, chain, quests, now } = village
  const quest: Quest = {
    id: `0x${quests.size}`,
    giver: random.pick(givers),
    title: 'Fix the gate',
    amount: '0.1',
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
          },
    work: new Map(),
  }
  post(village, quest)
}

function farm(village: Village, quest: Quest): void {
  const { random, farmers, accounts, books } = village
  const by = random.pick(farmers)
  const { id } = quest
  switch (random.int(6)) {
    case 0:
    case 1: {
      const account = accounts.get(by) ?? null
      const applicant = { account, held: books.places.get(by) ?? 0, withdrawn: 0 }
      ask(village, id, { kind: 'accept', by }, { ...nothingKnown, applicant })
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

function prove(village: Village, { id }: Quest, farmer: Address): void {
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
      }
  const answer = ask(village, id, {
    kind: 'prove',
    by: null,
    farmer,
    repoKey: 'farm/gate',
    pullRequest,
    facts,
  })
  if (typeof answer === 'number' && answer > 0) merges.set(`${id} ${farmer}`, 'stands')
}

function give(village: Village, quest: Quest): void {
  const { random, givers, farmers, chain, now } = village
  const by = random.chance(0.9) ? quest.giver : random.pick(givers)
  const farmer = random.pick(quest.work.size > 0 ? [...quest.work.keys()] : farmers)
  switch (random.int(8)) {
    case 0:
      if (random.chance(0.1)) ask(village, quest.id, { kind: 'complete', by })
      return
    case 1:
      if (random.chance(0.2)) ask(village, quest.id, { kind: 'cancel', by })
      return
    case 2:
      review(village, quest, by, farmer)
      return
    case 3:
    case 4:
      if (chain !== null && random.chance(0.9))
        fund(chain, quest, amountEach + BigInt(random.int(20) === 0), quest.places, now)
      return
    case 5:
      if (chain === null) ask(village, quest.id, { kind: 'approve', by, farmer })
      else transact(chain, quest.id, { action: 'approve', caller: by, farmer }, now)
      return
    case 6:
      if (chain === null) ask(village, quest.id, { kind: 'dispute', by, farmer, reason: 'no' })
      else transact(chain, quest.id, { action: 'dispute', caller: by, farmer }, now)
      return
    default:
      if (chain !== null) transact(chain, quest.id, { action: 'refund', caller: by, farmer: null }, now)
  }
}

function judge(village: Village, quest: Quest): void {
  const { random, arbiter, chain, givers, now } = village
  const disputed = [...quest.work.values()].filter(({ status }) => status === 'disputed')
  const farmer = disputed[0]?.farmer
  if (farmer === undefined) return
  const outcome = random.pick(['pay', 'refund'] as const)
  if (chain !== null)
    transact(
      chain,
      quest.id,
      { action: 'resolve', caller: chainArbiter, farmer, flag: outcome === 'pay' },
      now,
    )
  else ask(village, quest.id, { kind: 'resolve', by: arbiter ?? random.pick(givers), farmer, outcome })
}

function changeTheWorld(village: Village, quest: Quest): void {
  const { random, accounts, chain, farmers, merges, now } = village
  const farmer = random.pick(farmers)
  switch (random.int(6)) {
    case 5: {
      // A clock that strikes at any time: what is not due is not done.
      const kind = random.pick(['warn', 'expire', 'window-over', 'end-dispute', 'deadline'] as const)
      if (kind === 'end-dispute') ask(village, quest.id, { kind, by: null, farmer, verdict: null })
      else if (kind === 'deadline') ask(village, quest.id, { kind, by: null })
      else ask(village, quest.id, { kind, by: null, farmer })
      return
    }
    case 0:
      if (merges.has(`${quest.id} ${farmer}`))
        merges.set(`${quest.id} ${farmer}`, random.pick(['stands', 'broken']))
      return
    case 1:
      accounts.set(farmer, `account of ${farmer}`)
      ask(village, quest.id, { kind: 'pin', by: null, farmer, account: `account of ${farmer}` })
      return
    case 2:
      if (chain !== null) chain.isUp = !chain.isUp
      return
    default:
      // A stranger ends what is due on chain.
      if (chain !== null && liveWork(quest, farmer) !== null)
        transact(chain, quest.id, { action: random.pick(['release', 'settle']), caller: farmer, farmer }, now)
  }
}

function review(village: Village, quest: Quest, by: Address, reviewee: Address): void {
  const key = `${quest.id} ${by} ${reviewee}`
  const known = { ...nothingKnown, reviewed: village.reviewed.has(key) }
  const answer = ask(village, quest.id, { kind: 'review', by, reviewee, rating: 5, comment: '' }, known)
  if (answer === 1) village.reviewed.add(key)
}
