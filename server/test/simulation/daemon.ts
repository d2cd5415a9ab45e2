import { recheckAt } from '../../src/rules/lifecycle/commands/work.ts'
import type { Verdict } from '../../src/rules/lifecycle/quest.ts'
import { isLive, type Live } from '../../src/rules/lifecycle/quest.ts'
import { followAll } from './backers.ts'
import { learnDeciders, mirror, sendOwed } from './keeper.ts'
import { reconcile, requireSameRulings } from './reconcile.ts'
import { ask, rulesOf, type Village } from './village.ts'

/** One round of everything that comes due by itself. */
export function runDaemon(village: Village): void {
  const { chain } = village
  if (chain !== null) {
    mirror(village, chain)
    learnDeciders(village, chain)
    reconcile(village, chain)
    requireSameRulings(village)
  }
  for (const [questId, quest] of village.quests) {
    for (const work of quest.work.values())
      if (isLive(work)) attend(village, questId, work)
      else if (work.status === 'released')
        ask(village, questId, { kind: 'remind-payment', by: null, farmer: work.farmer })
    if (quest.deadline !== null && quest.deadline <= village.now && quest.closed === null)
      ask(village, questId, { kind: 'deadline', by: null })
    for (const { farmer, status } of quest.applications.values())
      if (status === 'pending') ask(village, questId, { kind: 'end-application', by: null, farmer })
  }
  followAll(village)
  if (chain !== null) sendOwed(village, chain)
}

function attend(village: Village, questId: string, work: Live): void {
  const { now } = village
  const about = { by: null, farmer: work.farmer } as const
  const quest = village.quests.get(questId)
  if (quest === undefined) return
  if (work.status === 'accepted') {
    ask(village, questId, { kind: work.expiresAt <= now ? 'expire' : 'warn', ...about })
    ask(village, questId, { kind: 'warn-idle', ...about })
    return
  }
  const checkAt = recheckAt(quest, work, rulesOf(village))
  const hasFacts = work.evidence.merge !== null && work.evidence.merge.check !== null
  const verdict = hasFacts ? judge(village, questId, work.farmer) : null
  if (work.status === 'in-review') {
    if (verdict !== null && checkAt !== null && checkAt <= now)
      ask(village, questId, { kind: 'recheck', ...about, verdict })
    ask(village, questId, { kind: 'window-over', ...about })
  } else ask(village, questId, { kind: 'end-dispute', ...about, verdict })
}

function judge({ isHostUp, merges }: Village, questId: string, farmer: string): Verdict {
  if (!isHostUp) return { kind: 'unknown' }
  return merges.get(`${questId} ${farmer}`) === 'broken'
    ? { kind: 'broken', fault: { code: 'reverted', pullRequest: 12 } }
    : { kind: 'stands' }
}
