import type { PayerAnswer } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { type SqlBool, sql } from 'kysely'
import { type Address, checksum } from '../../ground/address.ts'
import { hour, instant } from '../../ground/clock.ts'
import type { Board, Boards } from '../../ground/http/boards.ts'
import { nextLink } from '../../ground/http/links.ts'
import { readCursor } from '../../ground/http/queries.ts'
import { type Payer, readPayers } from './payer-record.ts'
import { between, daysToPay, type Release, releaseColumns } from './record.ts'

const pageSize = 100
const mostRefunded = 1_000

export function payerBoard(
  { boards, db }: { readonly boards: Pick<Boards, 'revisionOf'>; readonly db: Db },
  url: string,
  address: Address,
  cursor: string | undefined,
): Board {
  const after = cursor === undefined ? null : placeOf(cursor)
  let payer: Payer
  return {
    key: url,
    isSmall: true,
    async readVersion() {
      // A quest that is hidden, and a farmer who leaves, change the list and not the record.
      const [revision, payers] = await Promise.all([boards.revisionOf('quests'), readPayers(db, [address])])
      payer = payers.get(address) as Payer
      return `${revision} ${payer.version}`
    },
    async make() {
      const [released, refunded] = await Promise.all([
        readReleased(db, address, after),
        after === null ? readRefunded(db, address) : [],
      ])
      const page = released.slice(0, pageSize)
      const last = released.length > pageSize ? page.at(-1) : undefined
      const value: PayerAnswer = {
        address: checksum(address),
        ...payer.record,
        released: page.map(showReleased),
        refunded: refunded.map(row => ({ questId: shownAs(row), farmer: checksum(row.farmer) })),
      }
      return {
        value,
        headers: {
          'cache-control': 'public, max-age=60',
          ...(last !== undefined && { link: nextLink(url, cursorOf(last)) }),
        },
      }
    },
  }
}

/** An addition to a reward is shown with the quest that has it: its companion is on no board, and hidden from others. */
const isShown = sql<SqlBool>`(q.hidden_at is null or exists (
  select 1 from quests m where m.id = q.companion_of and m.hidden_at is null))`

function shownAs({ companion_of, quest_id }: { companion_of: string | null; quest_id: string }): string {
  return companion_of ?? quest_id
}

type Released = Awaited<ReturnType<typeof readReleased>>[number]
type Place = { readonly released_at: number; readonly quest_id: string; readonly farmer: Address }

function readReleased(db: Db, giver: Address, after: Place | null) {
  let rows = db
    .selectFrom('assignments as w')
    .innerJoin('quests as q', 'q.id', 'w.quest_id')
    .leftJoin('payments as p', join =>
      join.onRef('p.quest_id', '=', 'w.quest_id').onRef('p.farmer', '=', 'w.farmer'),
    )
    .leftJoin('escrows as e', 'e.quest_id', 'w.quest_id')
    .select([
      'w.quest_id',
      'w.farmer',
      'q.companion_of',
      'w.dispute_outcome',
      'p.chain_id',
      'p.hash',
      'e.escrow',
      'e.contract',
    ])
    .select(releaseColumns.map(name => `w.${name}` as const))
    .where('w.giver', '=', giver)
    .where('w.status', '=', 'released')
    .where('w.released_at', 'is not', null)
    .where(isShown)
  if (after !== null)
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('w.released_at', 'w.quest_id', 'w.farmer'),
        '<',
        tuple(after.released_at, after.quest_id, after.farmer),
      ),
    )
  return rows
    .orderBy('w.released_at', 'desc')
    .orderBy('w.quest_id', 'desc')
    .orderBy('w.farmer', 'desc')
    .limit(pageSize + 1)
    .execute()
}

function readRefunded(db: Db, giver: Address) {
  return db
    .selectFrom('assignments as w')
    .innerJoin('quests as q', 'q.id', 'w.quest_id')
    .select(['w.quest_id', 'w.farmer', 'q.companion_of'])
    .where('w.giver', '=', giver)
    .where('w.status', '=', 'refunded')
    .where(isShown)
    .orderBy('w.quest_id', 'desc')
    .orderBy('w.farmer')
    .limit(mostRefunded)
    .execute()
}

function showReleased(row: Released): PayerAnswer['released'][number] {
  const release = releaseColumns.map(name => row[name]) as unknown as Release
  const [chainId, contract = ''] = row.contract?.split(':') ?? []
  return {
    questId: shownAs(row),
    farmer: checksum(row.farmer),
    releasedAt: instant(row.released_at as number),
    reviewHours: between(row.review_started_at, row.released_at, hour),
    daysToPay: daysToPay(release),
    disputeLost: row.dispute_outcome === 'pay',
    payment:
      row.payment === 'paid' && row.hash !== null
        ? { chainId: row.chain_id as number, txHash: row.hash }
        : null,
    escrow: row.escrow === null ? null : { chainId: Number(chainId), contract: contract, id: row.escrow },
  }
}

function cursorOf({ released_at, quest_id, farmer }: Released): string {
  return `${released_at}-${farmer}-${quest_id}`
}

function placeOf(cursor: string): Place {
  const { at, farmer, quest } = readCursor<'at' | 'farmer' | 'quest'>(
    cursor,
    /^(?<at>\d{1,16})-(?<farmer>0x[0-9a-f]{40})-(?<quest>quest-[\w-]{1,100})$/,
  )
  return { released_at: Number(at), quest_id: quest, farmer: farmer as Address }
}
