import type { Db } from '@furrow/storage/db.ts'
import type { Outcome } from '@furrow/storage/queue.ts'
import type { Spend } from '../../access/quotas/kinds.ts'
import type { Address } from '../../ground/address.ts'
import { NotFoundError } from '../../ground/errors.ts'

type OfDraft = {
  readonly posting: {
    readonly parts: readonly [{ readonly row: { readonly giver: Address } }, ...unknown[]]
    readonly draft?: string | undefined
  }
}

/** Deletes all but templates, and adds the spends that return. A draft makes one quest alone. */
export async function takeDrafts<O extends OfDraft>(
  trx: Db,
  open: readonly O[],
): Promise<Outcome<O & { readonly returns: readonly Spend[] }>[]> {
  const outcomes: Outcome<O & { readonly returns: readonly Spend[] }>[] = []
  for (const one of open) {
    const { parts, draft } = one.posting
    const taken = draft === undefined ? { value: [] } : await takeDraft(trx, parts[0].row.giver, draft)
    outcomes.push('error' in taken ? taken : { value: { ...one, returns: taken.value } })
  }
  return outcomes
}

async function takeDraft(trx: Db, owner: Address, id: string): Promise<Outcome<Spend[]>> {
  const bytes = await deleteDraft(trx, owner, id)
  if (bytes !== null) return { value: draftSpends(owner, bytes) }
  const template = await trx
    .selectFrom('quest_drafts')
    .select('id')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('template', '=', 1)
    .executeTakeFirst()
  return template
    ? { value: [] }
    : { error: new NotFoundError('There is no such draft any more.', { code: 'draft-not-found' }) }
}

/** null where there is none, or it is a template. */
async function deleteDraft(trx: Db, owner: Address, id: string): Promise<number | null> {
  const gone = await trx
    .deleteFrom('quest_drafts')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('template', '=', 0)
    .returning('bytes')
    .executeTakeFirst()
  return gone?.bytes ?? null
}

export function draftSpends(owner: Address, bytes: number): Spend[] {
  return [
    { address: owner, kind: 'drafts' },
    { address: owner, kind: 'draft-bytes', amount: bytes },
  ]
}
