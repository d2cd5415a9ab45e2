import { fromUnits, times } from '@furrow/sdk/amount'
import { type DuePayoutQuery, type DuePayouts, type DueSum, leftPrefix } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Address, checksum } from '../../ground/address.ts'
import { accountOf } from '../../ground/caip10.ts'
import { readTokenDecimals } from '../../ground/clients/payments.ts'
import { instant } from '../../ground/clock.ts'
import type { Tokens } from '../../ground/config/chains.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { fitPage } from '../../ground/http/pages.ts'
import { readCursor, readLimit } from '../../ground/http/queries.ts'
import { toLedger } from '../../rules/ledger/amounts.ts'
import { isWaitingForWord } from '../rails/ledger-rail/owed.ts'

type Place = {
  readonly token: string
  readonly released_at: number
  readonly quest_id: string
  readonly farmer: Address
}

type Row = Place & { readonly sum: string }

const most = 1_000

/** By token, the longest due first. @throws BadRequestError for an invalid limit, cursor or chain. */
export async function listDue(
  context: Context,
  giver: Address,
  query: DuePayoutQuery,
): Promise<{ readonly due: DuePayouts; readonly next: string | null }> {
  const { db } = context
  const limit = readLimit(query.limit, { most, otherwise: 100 })
  const after = query.cursor === undefined ? null : readPlace(query.cursor)
  const chain = query.chainId === undefined ? null : findChain(context, Number(query.chainId))
  const isDue = whichAreDue(giver, query.token, chain?.tokens)
  const [found, sums] = await Promise.all([readRows(db, isDue, after, limit + 1), readSums(db, isDue)])
  const rows = found.slice(0, limit)
  const [titles, shownSums] = await Promise.all([
    readTitles(db, rows),
    Promise.all(sums.map(sum => showSum(context, sum, chain))),
  ])
  const works = fitPage(
    rows.map(({ quest_id, farmer, sum, token, released_at }) => ({
      questId: quest_id,
      title: titles.get(quest_id) ?? '',
      payee: checksum(farmer),
      payeeAccount: accountOf(chain?.chainId, farmer),
      amount: sum,
      token,
      since: instant(released_at),
    })),
  )
  const last = rows[works.length - 1]
  const next = found.length > works.length && last !== undefined ? cursorOf(last) : null
  return { due: { works, sums: shownSums }, next }
}

/** Released work that nobody is known to have paid. A pseudonym is nobody's address: money sent there would be lost. */
export const isUnpaid = sql<SqlBool>`status = 'released' and payment is null and received_at is null
    and remind_at is not null and not ${isWaitingForWord}
    and substr(farmer, 1, ${sql.lit(leftPrefix.length)}) <> ${sql.lit(leftPrefix)}`

/** Written as in the index. */
function whichAreDue(
  giver: Address,
  token: string | undefined,
  tokens: Tokens | undefined,
): RawBuilder<SqlBool> {
  const inToken = token === undefined ? sql`` : sql`and token = ${token}`
  const onChain =
    tokens === undefined ? sql`` : sql`and upper(token) in (${sql.join([...tokens.keys(), ''])})`
  return sql`giver = ${giver} and ${isUnpaid} ${inToken} ${onChain}`
}

async function readRows(
  db: Db,
  isDue: RawBuilder<SqlBool>,
  after: Place | null,
  limit: number,
): Promise<Row[]> {
  const beyond =
    after === null
      ? sql``
      : sql`and (token, released_at, quest_id, farmer)
          > (${after.token}, ${after.released_at}, ${after.quest_id}, ${after.farmer})`
  const { rows } = await sql<Row>`
    select token, released_at, quest_id, farmer, coalesce(paid, amount) as sum from assignments
    where ${isDue} ${beyond} order by token, released_at, quest_id, farmer limit ${limit}`.execute(db)
  return rows
}

type Sum = { readonly token: string; readonly units: bigint; readonly count: number }

/** Neither engine adds exact decimals as text; most works have the same few rewards. */
async function readSums(db: Db, isDue: RawBuilder<SqlBool>): Promise<Sum[]> {
  const { rows } = await sql<{ token: string; each: string; count: number }>`
    select token, coalesce(paid, amount) as each, cast(count(*) as integer) as count from assignments
    where ${isDue} group by token, coalesce(paid, amount) order by token`.execute(db)
  const sums = new Map<string, Sum>()
  for (const { token, each, count } of rows) {
    const { units, count: before } = sums.get(token) ?? { units: 0n, count: 0 }
    sums.set(token, { token, units: units + toLedger(times(each, count)), count: before + count })
  }
  return [...sums.values()]
}

type Chain = { readonly chainId: number; readonly tokens: Tokens }

function findChain({ config }: Context, chainId: number): Chain {
  const tokens = config.payments.tokensOf.get(chainId)
  if (tokens !== undefined) return { chainId, tokens }
  const known = [...config.payments.tokensOf.keys()]
  throw new BadRequestError(
    known.length === 0
      ? 'The service sees no chain, so chainId can name none.'
      : `chainId must be one where payments can be seen: ${known.join(', ')}.`,
    { code: 'chain-unknown' },
  )
}

/** The list is of use without a chain that cannot be asked right now. */
async function showSum(
  { chains }: Context,
  { token, units, count }: Sum,
  chain: Chain | null,
): Promise<DueSum> {
  const address = chain?.tokens.get(token.toUpperCase()) ?? null
  const decimals =
    chain === null || address === null
      ? null
      : await readTokenDecimals(chains, chain.chainId, address).catch(() => null)
  return { token, amount: fromUnits(units, 18), count, address: address && checksum(address), decimals }
}

async function readTitles(db: Db, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map(({ quest_id }) => quest_id))]
  if (ids.length === 0) return new Map()
  const quests = await db
    .selectFrom('quests')
    .select(['id', 'title'])
    .where(isAmong(db, 'id', ids))
    .execute()
  return new Map(quests.map(({ id, title }) => [id, title]))
}

function cursorOf({ token, released_at, quest_id, farmer }: Place): string {
  return `${released_at}_${farmer}_${quest_id}_${token}`
}

function readPlace(cursor: string): Place {
  const { at, farmer, questId, token } = readCursor<'at' | 'farmer' | 'questId' | 'token'>(
    cursor,
    /^(?<at>\d{1,15})_(?<farmer>0x[0-9a-f]{40})_(?<questId>quest-[0-9a-z-]{1,100})_(?<token>.{1,20})$/,
  )
  return { token, released_at: Number(at), quest_id: questId, farmer: farmer as Address }
}
