import type { EscrowTransaction, QuestEvent } from '@furrow/sdk'

/** An event with its transactions; or transactions for which there is no event, or not yet. */
export type Entry = {
  readonly event: QuestEvent | null
  /** How often it happened, where the same again stands in one line. */
  readonly times?: number
  readonly transactions: readonly EscrowTransaction[]
}

type TransactionKind = EscrowTransaction['kind']

/** The contract calls behind each kind of event. */
const calls: Readonly<Record<string, readonly TransactionKind[]>> = {
  funded: ['fund'],
  misfunded: ['fund'],
  proposed: ['propose'],
  disputed: ['dispute'],
  returned: ['return'],
  'proposed-again': ['return'],
  released: ['approve', 'resolve', 'divide', 'settle', 'release', 'refund'],
  refunded: ['resolve', 'concede', 'settle', 'refund'],
  ruled: ['resolve', 'divide', 'rule', 'pause-ruling'],
  'notice-given': ['notice'],
  'credit-kept': ['resolve', 'divide', 'settle', 'concede', 'wait'],
  'credit-taken': ['release', 'refund'],
  'places-returned': ['refund'],
  closing: ['close'],
}

/** The events in their order, and each transaction once: beside its event, or where its time puts it. */
export function entriesOf(
  events: readonly QuestEvent[],
  transactions: readonly EscrowTransaction[],
): readonly Entry[] {
  const left = new Set(transactions)
  const told = foldedOf(events).map(([event, times]) => ({
    event,
    transactions: takeFor(event, left),
    ...(times > 1 && { times }),
  }))
  const loose = [...Map.groupBy(left, deedOf).values()].map(transactions => ({
    event: null,
    transactions,
  }))
  return loose.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b))).reduce(insert, told)
}

/** Each event with its number; reminders that nothing came between stand as the last one of each farmer. */
function foldedOf(events: readonly QuestEvent[]): readonly (readonly [QuestEvent, number])[] {
  const folded: [QuestEvent, number][] = []
  for (const event of events) {
    const since = folded.findLastIndex(([{ kind }]) => kind !== 'payment-reminded') + 1
    const same =
      event.kind === 'payment-reminded'
        ? folded.slice(since).findIndex(([{ farmer }]) => farmer === event.farmer)
        : -1
    const times = same === -1 ? 0 : (folded.splice(since + same, 1)[0]?.[1] ?? 0)
    folded.push([event, times + 1])
  }
  return folded
}

function takeFor({ kind, farmer }: QuestEvent, left: Set<EscrowTransaction>): readonly EscrowTransaction[] {
  const found = calls[kind]?.flatMap(
    call => [...left].find(own => own.kind === call && own.farmer === farmer) ?? [],
  )
  const deeds = new Set(found?.map(deedOf))
  const taken = [...left].filter(own => deeds.has(deedOf(own)))
  for (const transaction of taken) left.delete(transaction)
  return [...Map.groupBy(taken, ({ hash }) => hash).values()].flatMap(([first]) => first ?? [])
}

/** One transaction's deed for one farmer: it may have paid several. */
export function deedOf({ hash, farmer }: EscrowTransaction): string {
  return `${hash} ${farmer}`
}

function insert(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const before = entries.findLastIndex(other => timeOf(other) <= timeOf(entry)) + 1
  return entries.toSpliced(before, 0, entry)
}

export function timeOf({ event, transactions }: Entry): string {
  return event?.at ?? transactions[0]?.at ?? ''
}

/** Whether both tell the same: a thread that is put together anew has other objects, of the same events. */
export function areAlike(one: Entry | null, other: Entry | null): boolean {
  if (one === null || other === null) return one === other
  return (
    one.event === other.event &&
    one.times === other.times &&
    one.transactions.length === other.transactions.length &&
    one.transactions.every((transaction, at) => transaction === other.transactions[at])
  )
}
