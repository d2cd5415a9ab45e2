import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import type { AssignmentRow, QuestRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import type { Escrows } from '../../ground/clients/escrows.ts'
import type { Command } from '../../rules/lifecycle/commands/all.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import { decide, type Step } from '../../rules/lifecycle/decide.ts'
import { type Effects, effectsOf } from '../../rules/lifecycle/effects.ts'
import type { QuestEvent, WorkEvent } from '../../rules/lifecycle/events/all.ts'
import { isAboutApplication } from '../../rules/lifecycle/events/all.ts'
import { evolve, stamp } from '../../rules/lifecycle/evolve.ts'
import { isLive, type Quest } from '../../rules/lifecycle/quest.ts'
import type { Known, Rules } from '../../rules/lifecycle/rules.ts'
import { toDeposit, toQuest, toTermColumns } from './rows.ts'
import { newRow, toRow } from './work-rows.ts'

export type LoadedQuest = {
  readonly row: QuestRow
  readonly escrow: EscrowRow | null
  /** The farmer of a place as the contract knew them before: an account, where several share it. */
  readonly payeeOf: (farmer: Address) => Address
  readonly before: Quest
  readonly quest: Quest
  readonly rows: ReadonlyMap<Address, AssignmentRow>
  readonly happened: readonly Happened[]
}

export type Happened = {
  readonly at: number
  readonly actor: Address | null
  readonly via: Via
  readonly event: QuestEvent
  readonly effects: Effects
}

/** The same object if nothing changes. Others are served while a contest pays hundreds. @throws Refusal by the rules */
export async function apply(
  loaded: LoadedQuest,
  command: Command,
  rules: Rules,
  known: Known,
): Promise<LoadedQuest> {
  const steps = decide(loaded.quest, command, rules, known)
  if (steps.length === 0) return loaded
  let after = loaded
  for (let from = 0; from < steps.length; from += stepsInATurn) {
    if (steps.length > stepsInATurn) await nextTurn()
    after = appendAll(after, steps.slice(from, from + stepsInATurn), command, rules)
  }
  return { ...after, quest: stamp(after.quest, rules.now) }
}

const stepsInATurn = 200

function appendAll(
  loaded: LoadedQuest,
  steps: readonly Step[],
  by: Pick<Command, 'by' | 'via'>,
  rules: Rules,
): LoadedQuest {
  const happened = [...loaded.happened]
  let rows = new Map(loaded.rows)
  for (const step of steps) {
    happened.push(happenedIn(step, by, rules))
    rows = rowsAfter({ ...loaded, rows }, rows, step)
  }
  return { ...loaded, quest: steps.at(-1)?.after ?? loaded.quest, rows, happened }
}

export function openQuest(
  row: QuestRow,
  escrow: EscrowRow | null,
  rules: Rules,
  { byId }: Pick<Escrows, 'byId'>,
  via: Via,
): LoadedQuest {
  const deposit =
    escrow && toDeposit(escrow, { closing: false, problem: null, escrow: byId(escrow.contract) })
  const quest = toQuest(row, deposit, [])
  const payeeOf = (farmer: Address) => farmer
  const blank = { row, escrow, payeeOf, before: quest, quest, rows: new Map(), happened: [] }
  const event = { kind: 'posted' } as const
  const step = { event, before: quest, after: evolve(quest, event, rules.now) }
  return appendAll(blank, [step], { by: row.giver, via }, rules)
}

function happenedIn(
  { event, before }: Step,
  { by: actor, via = null }: Pick<Command, 'by' | 'via'>,
  rules: Rules,
): Happened {
  return { at: rules.now, actor, via, event, effects: effectsOf(before, event, rules, actor) }
}

function rowsAfter(
  loaded: LoadedQuest,
  rows: Map<Address, AssignmentRow>,
  { event, after: quest }: Step,
): Map<Address, AssignmentRow> {
  if (event.kind === 'edited') return withAmount(rows, quest)
  if (!('farmer' in event) || isAboutApplication(event)) return rows
  const { farmer } = event
  const work = quest.work.get(farmer)
  const row = rowFor(loaded, event, quest)
  if (work === undefined || row === undefined) throw new Error(`${event.kind} of ${farmer} has no row`)
  return rows.set(farmer, toRow(row, work))
}

function rowFor(loaded: LoadedQuest, event: WorkEvent, quest: Quest): AssignmentRow | undefined {
  const blank = (about = {}) => newRow({ ...loaded.row, ...toTermColumns(quest) }, event.farmer, about)
  if (event.kind === 'accepted') return blank(event)
  if (event.kind === 'payout-begun') return blank()
  if (event.kind !== 'share-released') return loaded.rows.get(event.farmer)
  const accepted_at = loaded.rows.get(event.of)?.accepted_at ?? 0
  return { ...blank(), accepted_at, expires_at: accepted_at, team_of: event.of }
}

/** Farmers whose places are neither paid nor given back get what the quest gives now. */
function withAmount(
  rows: ReadonlyMap<Address, AssignmentRow>,
  { amount, work }: Quest,
): Map<Address, AssignmentRow> {
  return new Map(
    [...rows].map(([farmer, row]) => {
      const part = work.get(farmer)
      return [farmer, part !== undefined && isLive(part) ? { ...row, amount } : row]
    }),
  )
}
