import type { Thanks } from '@furrow/sdk/contract'
import type { ThanksTable } from '@furrow/storage/thanks-tables.ts'
import type { Selectable } from 'kysely'
import { checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'

export type ThanksRow = Selectable<ThanksTable>

export type Standing = { readonly payment: 'confirming' | 'paid' | null; readonly received_at: number | null }

/** `standing` is null while nothing is paid. */
export function showThanks(row: ThanksRow, standing: Standing | null): Thanks {
  const { id, giver, farmer, url, tipped, amount, token, created_at, lapses_at, quest_id } = row
  return {
    id,
    giver: checksum(giver),
    farmer: checksum(farmer),
    url,
    tipped,
    amount,
    token,
    status: statusOf(row, standing),
    createdAt: instant(created_at),
    lapsesAt: quest_id === null ? instant(lapses_at) : null,
    questId: quest_id,
  }
}

function statusOf({ hash, quest_id, said_at }: ThanksRow, standing: Standing | null): Thanks['status'] {
  if (quest_id !== null) {
    if (standing?.payment === 'paid') return 'paid'
    return standing?.received_at == null ? 'confirming' : 'received'
  }
  if (hash !== null) return 'confirming'
  return said_at === null ? 'promised' : 'said'
}
