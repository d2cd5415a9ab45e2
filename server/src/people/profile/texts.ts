import { inOneBatch } from '@furrow/storage/in-one-batch.ts'
import { createQueue } from '@furrow/storage/queue.ts'
import type { ProfileRow } from '@furrow/storage/tables.ts'
import { writeAll } from '@furrow/storage/write-all.ts'
import { createWrites } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { oneFor } from '../../ground/one-for.ts'
import { blankProfile } from './rows.ts'

type Columns = Partial<ProfileRow>
type Said = { readonly address: Address; readonly columns: Columns }

const most = 64
const queueOf = oneFor((context: Context) =>
  createQueue('profiles', (said: readonly Said[]) => inOneBatch(said, some => write(context, some)), most),
)

/** Texts of several people at the same time go in one statement, and one commit. */
export function writeTexts(context: Context, address: Address, columns: Columns): Promise<void> {
  return queueOf(context)({ address, columns })
}

async function write({ clock, db }: Context, said: readonly Said[]) {
  const now = clock.now()
  const writes = createWrites({ isOfOne: said.length === 1 })
  for (const [address, columns] of inTurn(said)) {
    const changed = { ...columns, updated_at: now }
    // Only the given columns, so that two processes lose neither's fields.
    const only = Object.keys(changed) as (keyof ProfileRow)[]
    writes.putOnly('profiles', ['address'], only, { ...blankProfile(address, now), ...changed })
  }
  await writeAll(db, writes)
  return said.map(() => ({ value: undefined }))
}

/** The later of two changes at once is the last. */
function inTurn(said: readonly Said[]): Map<Address, Columns> {
  const all = new Map<Address, Columns>()
  for (const { address, columns } of said) all.set(address, { ...all.get(address), ...columns })
  return all
}
