import type { Address } from '../../ground/address.ts'
import type { Escrows } from '../../ground/clients/escrows.ts'
import type { EscrowRow } from '../../ground/db/escrow-tables.ts'
import type { AssignmentRow, QuestRow } from '../../ground/db/tables.ts'
import type { Command } from '../../rules/lifecycle/commands/all.ts'
import { decide, type Step } from '../../rules/lifecycle/decide.ts'
import { type Effects, effectsOf } from '../../rules/lifecycle/effects.ts'
import type { QuestEvent } from '../../rules/lifecycle/events/all.ts'
import { isAboutApplication } from '../../rules/lifecycle/events/all.ts'
import { evolve, stamp } from '../../rules/lifecycle/evolve.ts'
import { isLive, type Quest } from '../../rules/lifecycle/quest.ts'
import type { Known, Rules } from '../../rules/lifecycle/rules.ts'
import { toDeposit, toQuest, toTermColumns } from './rows.ts'
import { newRow, toRow } from './work-rows.ts'

/** A quest in a transaction: as it is in the database, and as it will be when this is written. */
export type Page = {
  readonly row: QuestRow
  /** On the chain rail. */
  readonly escrow: EscrowRow | null
  readonly before: Quest
  readonly quest: Quest
  readonly rows: ReadonlyMap<Address, AssignmentRow>
  readonly happened: readonly Happened[]
}

export type Happened = {
  readonly at: number
  readonly actor: Address | null
  readonly event: QuestEvent
  readonly effects: Effects
}

/** The page after a command; the same page where nothing changes. @throws HttpError where the rules refuse it. */
export function turn(page: Page, command: Command, rules: Rules, known: Known): Page {
  const steps = decide(page.quest, command, rules, known)
  if (steps.length === 0) return page
  const after = steps.reduce((page, step) => append(page, step, command.by, rules), page)
  return { ...after, quest: stamp(after.quest, rules.now) }
}

export function begin(
  row: QuestRow,
  escrow: EscrowRow | null,
  rules: Rules,
  { byId }: Pick<Escrows, 'byId'>,
): Page {
  const deposit =
    escrow && toDeposit(escrow, { closing: false, problem: null, escrow: byId(escrow.contract) })
  const quest = toQuest(row, deposit, [])
  const blank = { row, escrow, before: quest, quest, rows: new Map(), happened: [] }
  const event = { kind: 'posted' } as const
  const step = { event, before: quest, after: evolve(quest, event, rules.now) }
  return append(blank, step, row.giver, rules)
}

function append(
  page: Page,
  { event, before, after: quest }: Step,
  actor: Address | null,
  rules: Rules,
): Page {
  const effects = effectsOf(before, event, rules, actor)
  const happened = [...page.happened, { at: rules.now, actor, event, effects }]
  if (event.kind === 'edited') return { ...page, quest, happened, rows: withAmount(page.rows, quest) }
  if (!('farmer' in event) || isAboutApplication(event)) return { ...page, quest, happened }
  const { farmer } = event
  const work = quest.work.get(farmer)
  const row =
    event.kind === 'accepted'
      ? newRow({ ...page.row, ...toTermColumns(quest) }, farmer)
      : page.rows.get(farmer)
  if (work === undefined || row === undefined) throw new Error(`${event.kind} of ${farmer} has no row`)
  return { ...page, quest, happened, rows: new Map(page.rows).set(farmer, toRow(row, work)) }
}

/** Farmers whose places are neither paid nor given back get what the quest gives now. */
function withAmount(rows: Page['rows'], { amount, work }: Quest): Page['rows'] {
  return new Map(
    [...rows].map(([farmer, row]) => {
      const part = work.get(farmer)
      return [farmer, part !== undefined && isLive(part) ? { ...row, amount } : row]
    }),
  )
}
