import type { Address } from '../../ground/address.ts'
import { ChangedError } from '../../ground/errors.ts'
import { type Erasing, erase } from './leave.ts'
import { type Mark, markOf, nameOf, readMarks } from './marks.ts'
import { findPeople } from './people.ts'

export type ErasedAgain = {
  /** false: the folders are missing, so nothing tells who left. */
  readonly known: boolean
  readonly erased: number
  readonly waiting: readonly { readonly address: Address; readonly why: string }[]
  /** Marks under a secret that is not set, so that nobody can tell whose they are. */
  readonly unread: number
}

/**
 * Erases people who left after the moment of the database's state, as after a restore. Departures that the database knows
 * are done already, so only the marks in these folders are owed; the new erasures are known from then on.
 */
export async function eraseAgain(
  context: Erasing,
  folders: readonly string[],
  say: (sentence: string) => void = () => {},
): Promise<ErasedAgain> {
  const { db, secrets } = context
  const noted = await readMarks(folders)
  const done = new Set((await db.selectFrom('departure_marks').select('id').execute()).map(({ id }) => id))
  const owed = (noted ?? []).filter(({ id }) => !done.has(id))
  const names = new Set(secrets.signing.map(nameOf))
  const readable = owed.filter(({ secret }) => names.has(secret))
  const waiting: { address: Address; why: string }[] = []
  const waitingFor = new Set<Mark>()
  let erased = 0
  for (const [address, marks] of await findMarked(context, readable)) {
    try {
      await erase(context, address)
      if (++erased % 100 === 0) say(`people who left: ${erased} so far`)
    } catch (error) {
      if (!(error instanceof ChangedError)) throw error
      waiting.push({ address, why: error.message })
      for (const mark of marks) waitingFor.add(mark)
    }
  }
  for (const mark of readable)
    if (!waitingFor.has(mark)) await db.insertInto('departure_marks').values(mark).execute()
  return { known: noted !== null, erased, waiting, unread: owed.length - readable.length }
}

async function findMarked(
  { db, secrets }: Erasing,
  marks: readonly Mark[],
): Promise<ReadonlyMap<Address, readonly Mark[]>> {
  const found = new Map<Address, readonly Mark[]>()
  if (marks.length === 0) return found
  const byMark = Map.groupBy(marks, ({ mark }) => mark)
  for (const address of await findPeople(db)) {
    const own = secrets.signing.flatMap(secret => byMark.get(markOf(secret, address)) ?? [])
    if (own.length > 0) found.set(address, own)
  }
  return found
}
