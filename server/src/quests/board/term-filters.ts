import { type DeadlineSpan, deadlineSpans, type QuestQuery } from '@furrow/sdk/contract'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { day } from '../../ground/clock.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { toLedger } from '../../rules/ledger/amounts.ts'

/** Deadlines from one moment until before another; null for quests without one. */
export type Span = { readonly from: number; readonly before: number } | null

export type TermFilter = Pick<QuestQuery, 'admission' | 'rewardFrom' | 'rewardBelow'> & {
  readonly deadline?: Span | undefined
}

export type Terms = Pick<QuestRow, 'admission' | 'amount' | 'deadline'>

/** Whole days, so that answers are kept for one. */
export function today(now: number): number {
  return Math.floor(now / day)
}

function spansAt(now: number): Readonly<Record<DeadlineSpan, Span>> {
  const from = today(now) * day
  const until = (days: number) => from + (days + 1) * day
  return {
    week: { from, before: until(7) },
    month: { from, before: until(30) },
    later: { from: until(30), before: Number.MAX_SAFE_INTEGER },
    none: null,
  }
}

export function atTime<T extends { deadline?: DeadlineSpan | undefined }>(
  { deadline, ...others }: T,
  now: number,
): Omit<T, 'deadline'> & { deadline?: Span } {
  return deadline === undefined ? others : { ...others, deadline: spansAt(now)[deadline] }
}

/** @throws BadRequestError for an amount without its token. */
export function requireToken({
  token,
  rewardFrom,
  rewardBelow,
}: Pick<QuestQuery, 'token' | 'rewardFrom' | 'rewardBelow'>): void {
  if (token === undefined && (rewardFrom !== undefined || rewardBelow !== undefined))
    throw new BadRequestError(
      'rewardFrom and rewardBelow need a token: amounts are compared within one token.',
    )
}

const padding = '0'.repeat(15)
/** Amounts have at most 15 digits before the point: with as many zeros before them, they sort as text. */
const padded = sql<string>`substr(${sql.lit(padding)}, 1 + length(quests.amount) - length(ltrim(quests.amount, '0123456789'))) || quests.amount`

function pad(amount: string): string {
  const [, whole = '', fraction = ''] = /^0*(\d*)(?:\.(\d*?)0*)?$/.exec(amount) ?? []
  return (whole || '0').padStart(padding.length, '0') + (fraction === '' ? '' : `.${fraction}`)
}

/** No index has them: they narrow lists that others order. */
export function termTests({
  admission,
  deadline,
  rewardFrom,
  rewardBelow,
}: TermFilter): RawBuilder<SqlBool>[] {
  const tests: RawBuilder<SqlBool>[] = []
  if (admission !== undefined) tests.push(sql`quests.admission = ${admission}`)
  if (deadline === null) tests.push(sql`quests.deadline is null`)
  else if (deadline !== undefined)
    tests.push(sql`(quests.deadline >= ${deadline.from} and quests.deadline < ${deadline.before})`)
  if (rewardFrom !== undefined) tests.push(sql`${padded} >= ${pad(rewardFrom)}`)
  if (rewardBelow !== undefined) tests.push(sql`${padded} < ${pad(rewardBelow)}`)
  return tests
}

function isWithin(deadline: number | null, span: Span): boolean {
  if (span === null || deadline === null) return span === deadline
  return deadline >= span.from && deadline < span.before
}

export function fitsTerms(
  terms: Terms,
  { admission, deadline, rewardFrom, rewardBelow }: TermFilter,
): boolean {
  return (
    (admission === undefined || admission === terms.admission) &&
    (deadline === undefined || isWithin(terms.deadline, deadline)) &&
    (rewardFrom === undefined || toLedger(terms.amount) >= toLedger(rewardFrom)) &&
    (rewardBelow === undefined || toLedger(terms.amount) < toLedger(rewardBelow))
  )
}

export function countDeadlines(
  deadlines: readonly (number | null)[],
  now: number,
): { value: DeadlineSpan; count: number }[] {
  const spans = spansAt(now)
  return deadlineSpans.map(value => ({
    value,
    count: deadlines.filter(deadline => isWithin(deadline, spans[value])).length,
  }))
}
