import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Context } from '../../ground/context.ts'
import type { Languages } from '../../people/mail/notices/languages.ts'
import { type Notice, writeNotice } from '../../people/mail/notices.ts'
import { toLedger } from '../../rules/ledger/amounts.ts'
import { recordPostings } from '../../rules/ledger/record.ts'
import type { Quest } from '../../rules/lifecycle/quest.ts'
import type { Rules } from '../../rules/lifecycle/rules.ts'
import type { LoadedQuest } from './loaded-quest.ts'
import { writeChain } from './write-chain.ts'
import { writeQuest } from './write-quest.ts'

/** Letters of one turn, where others are served meanwhile: to seal them takes time. */
const lettersInATurn = 50

/** All but the counts of people's deeds. Gives the new rows. */
export async function writeQuests(
  writes: Writes,
  context: Pick<Context, 'config' | 'secrets'>,
  loadedQuests: readonly LoadedQuest[],
  rules: Rules,
  languages: Languages,
): Promise<Map<string, QuestRow>> {
  const rows = new Map<string, QuestRow>()
  for (const loaded of loadedQuests) {
    rows.set(loaded.row.id, writeQuest(writes, context, loaded, rules))
    writeChain(writes, loaded)
  }
  await writeEffects(writes, context, loadedQuests, rules.now, languages)
  return rows
}

export async function writeEffects(
  writes: Writes,
  context: Pick<Context, 'config' | 'secrets'>,
  loadedQuests: readonly LoadedQuest[],
  now: number,
  languages: Languages,
): Promise<void> {
  writeBookings(writes, loadedQuests, now)
  const notices = noticesOf(loadedQuests)
  for (const [index, notice] of notices.entries()) {
    if (index % lettersInATurn === 0 && notices.length > lettersInATurn) await nextTurn()
    writeNotice(writes, context, notice, languages)
  }
}

function noticesOf(loadedQuests: readonly LoadedQuest[]): readonly Notice[] {
  return loadedQuests.flatMap(({ happened, quest }) =>
    happened.flatMap(({ effects, at }) =>
      effects.notices.flatMap(notice => notice.to.map(reader => ({ ...notice, to: [reader], quest, at }))),
    ),
  )
}

function writeBookings(writes: Writes, loadedQuests: readonly LoadedQuest[], now: number): void {
  const happened = loadedQuests.flatMap(loaded => loaded.happened)
  const postings = happened.flatMap(({ effects }) => effects.postings)
  const underReview = loadedQuests.flatMap(({ before, quest }) => {
    const units = reviewedUnits(quest) - reviewedUnits(before)
    return units === 0n ? [] : [{ token: quest.token, units }]
  })
  recordPostings(writes, postings, underReview, now)
  if (happened.length > 0) writes.count('quests')
  if (postings.length > 0 || underReview.length > 0) writes.count('community_dao', 'obligations')
}

function reviewedUnits({ amount, tally }: Quest): bigint {
  return toLedger(amount) * BigInt(tally['in-review'] + tally.disputed)
}
