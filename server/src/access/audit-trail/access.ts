import { writeTogether } from '@furrow/storage/write-all.ts'
import type { Address } from '../../ground/address.ts'
import { instant, minute, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { oneFor } from '../../ground/one-for.ts'
import { toNote } from './notes.ts'

export type Access = {
  readonly kind: AccessKind
  readonly actor: Address | null
  /** Further facts in a few words; nothing of the request but its route. */
  readonly about: Readonly<Record<string, string | number | null>>
}
type AccessKind = keyof typeof most

/** Accesses noted one by one, at once and each minute; further ones are one count a minute, so no flood fills the disk. */
const most = {
  'signed-in': { burst: 300, aMinute: 30 },
  'signed-out': { burst: 300, aMinute: 30 },
  'key-made': { burst: 200, aMinute: 10 },
  'key-revoked': { burst: 200, aMinute: 10 },
  'app-connected': { burst: 100, aMinute: 10 },
  'app-disconnected': { burst: 100, aMinute: 10 },
  exported: { burst: 100, aMinute: 10 },
  'sign-in-failed': { burst: 200, aMinute: 10 },
  refused: { burst: 200, aMinute: 10 },
} as const

type Folded = { readonly access: Access; readonly first: number; last: number; times: number }
type Budget = { left: number; at: number }
type Recorder = {
  readonly folded: Map<string, Folded>
  readonly budgets: Map<AccessKind, Budget>
  readonly counted: Map<string, number>
}

const recorderOf = oneFor(
  (_: Context): Recorder => ({ folded: new Map(), budgets: new Map(), counted: new Map() }),
)

export function noteAccess(context: Context, access: Access): void {
  const { folded, budgets } = recorderOf(context)
  const now = context.clock.now()
  const key = JSON.stringify(access)
  const known = folded.get(key)
  if (known === undefined && spend(budgets, access.kind, now)) {
    folded.set(key, { access, first: now, last: now, times: 1 })
    return
  }
  const same = known ?? others(folded, access.kind, now)
  same.times++
  same.last = now
}

function spend(budgets: Map<AccessKind, Budget>, kind: AccessKind, now: number): boolean {
  const { burst, aMinute } = most[kind]
  const { left, at } = budgets.get(kind) ?? { left: burst, at: now }
  const refilled = Math.min(burst, left + (Math.max(0, now - at) / minute) * aMinute)
  const isThere = refilled >= 1
  budgets.set(kind, { left: isThere ? refilled - 1 : refilled, at: now })
  return isThere
}

const othersOf = (kind: AccessKind) => `others ${kind}`

function others(folded: Map<string, Folded>, kind: AccessKind, now: number): Folded {
  const key = othersOf(kind)
  const known = folded.get(key)
  if (known !== undefined) return known
  const access: Access = { kind, actor: null, about: { others: 1 } }
  const all = { access, first: now, last: now, times: 0 }
  folded.set(key, all)
  return all
}

/** Writes the noted accesses. They stay in memory for the next round when the database fails. */
export async function flushAccesses(context: Context): Promise<void> {
  const recorder = recorderOf(context)
  const { folded, counted } = recorder
  const now = context.clock.now()
  const due = [...folded].filter(
    ([key]) => !key.startsWith('others') || now - (counted.get(key) ?? 0) >= minute,
  )
  if (due.length === 0) return
  for (const [key] of due) folded.delete(key)
  const notes = due.map(([, { access, first, last, times }]) => {
    const { kind, actor, about } = access
    const since = times > 1 ? { times, since: instant(first) } : {}
    return toNote(last, { kind, actor, details: { ...about, ...since } }, 0)
  })
  try {
    await writeTogether(context.db, writes => writes.insert('audit_notes', ...notes))
  } catch (error) {
    for (const [key, one] of due) {
      const meanwhile = folded.get(key)
      if (meanwhile === undefined) folded.set(key, one)
      else meanwhile.times += one.times
    }
    throw error
  }
  for (const [key] of due) if (key.startsWith('others')) counted.set(key, now)
}

const between = 2 * second

export const writeAccesses: Duty = {
  name: 'note sign-ins and refusals',
  every: () => between,
  async round(context) {
    await flushAccesses(context)
    return 0
  },
}
