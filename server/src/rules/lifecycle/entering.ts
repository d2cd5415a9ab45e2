import type { Address } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import { requireContest } from './commands/contests.ts'
import type { Via } from './commands/sent.ts'
import { fits } from './commands/taking.ts'
import { conditionChecks, conditionsOf } from './conditions.ts'
import { custodyOf } from './custody.ts'
import { halfPlace, newcomer, requireRung } from './ladder.ts'
import type { Quest } from './quest.ts'
import { Refusal } from './refusal.ts'
import type { Known, Rules } from './rules.ts'
import { requireWelcome } from './welcome.ts'

export type Entering = {
  readonly by: Address
  readonly via: Via
  readonly again: boolean
  readonly accountEntered: boolean
}

/** An entry takes no place; it counts as half a one. @throws Refusal */
export function requireMayEnter(
  quest: Quest,
  { by, via, again, accountEntered }: Entering,
  rules: Rules,
  known: Known,
): void {
  const contest = requireContest(quest)
  requireTakesEntries(quest, rules)
  if (again) return
  custodyOf(quest).requireFunds()
  if (quest.giver === by) throw new Refusal('own-quest', 'You cannot enter your own contest.')
  requireWelcome(known)
  if (accountEntered)
    throw new Refusal(
      'entered-already',
      'Your account at the code host has entered this contest with another wallet: there is one entry for each.',
    )
  if (contest.entries >= contest.maxEntries)
    throw new Refusal('contest-full', `This contest has ${contest.maxEntries} entries, which is the most.`)
  const farmer = known.applicant ?? newcomer
  for (const fit of fits) fit(quest, farmer)
  const asking = { quest, farmer, known, via, now: rules.now }
  for (const check of conditionChecks) check(conditionsOf(quest), asking)
  requireRung(rules, known.applicant, null, halfPlace)
}

/** Until then an entry may be changed and withdrawn, too. @throws Refusal */
export function requireTakesEntries(quest: Quest, { now }: Rules): void {
  const contest = requireContest(quest)
  if (quest.hidden)
    throw new Refusal('quest-hidden', 'A moderator has hidden this quest: it takes nobody new.')
  if (contest.decided !== null || now >= contest.entriesUntil)
    throw new Refusal(
      'entries-closed',
      `This contest took entries until ${instant(contest.entriesUntil)}; they stay as they were then.`,
    )
}
