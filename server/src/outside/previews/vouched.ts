import { setImmediate as nextTurn } from 'node:timers/promises'
import { paidOnChain } from '@furrow/storage/paid-on-chain.ts'
import { type RawBuilder, sql } from 'kysely'
import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { type TrustEntry, writeTrustdown } from '../../ground/trustdown.ts'

const batch = 250
const year = 365 * day

const header = `# Accounts with proved, paid work here, and no dispute lost in a year.
# Whoever does not want to be named says so on their profile. Nobody is denounced here.
`

/**
 * The accounts of everybody who was paid for proved work, in Trustdown and in order. The walk takes so many profiles at a time:
 * a service with many of them answers others meanwhile.
 * @throws NotFoundError where there is no code host.
 */
export async function writeVouched(context: Context): Promise<Buffer> {
  const { codehost } = context.config
  if (codehost === null)
    throw new NotFoundError('No code host is configured here that could know an account.')
  const parts = [Buffer.from(header)]
  let after: string | null = ''
  while (after !== null) {
    const found: Slice = await readSlice(context, after)
    parts.push(Buffer.from(writeTrustdown(found.logins.map(login => vouchFor(codehost.kind, login)))))
    after = found.last
    await nextTurn()
  }
  return Buffer.concat(parts)
}

function vouchFor(platform: string, login: string): TrustEntry {
  return { kind: 'entry', denounced: false, platform, login, details: null }
}

type Slice = { readonly logins: readonly string[]; readonly last: string | null }

async function readSlice({ clock, db }: Context, after: string): Promise<Slice> {
  const lost = lostSince(clock.now() - year)
  const { rows } = await sql<{ codehost_login: string; codehost_username: string; named: number }>`
    select p.codehost_login, p.codehost_username,
      case when p.codehost_id is not null and p.listed = 1 and p.vouched_listed = 1 and p.hidden_at is null
        and ${isNone(sql`frozen_wallets a where a.address = p.address`)}
        and not ${isNone(sql`assignments a where a.codehost_id = p.codehost_id and a.status = 'released' and a.counted = 1
          and (${paidOnChain('a')} or a.payment = 'paid' or a.received_at is not null)`)}
        and ${isNone(sql`assignments a where a.codehost_id = p.codehost_id and ${lost}`)}
        and ${isNone(sql`assignments a where a.farmer = p.address and ${lost}`)}
      then 1 else 0 end as named
    from profiles p where p.codehost_login > ${after} order by p.codehost_login limit ${sql.lit(batch)}`.execute(
    db,
  )
  return {
    logins: rows.flatMap(({ codehost_username, named }) => (named === 1 ? codehost_username : [])),
    last: rows.length < batch ? null : (rows.at(-1)?.codehost_login ?? null),
  }
}

/** For each profile by an index: PostgreSQL would rather hash whole tables for `exists`. */
const isNone = (found: RawBuilder<unknown>) => sql`((select 1 from ${found} limit 1) is null)`

/** From the last moment at which it could be decided: the time of the decision itself is not kept. */
const lostSince = (at: number) => sql`a.status in ('released', 'refunded') and a.dispute_outcome = 'refund'
  and a.disputed_by in ('giver', 'code-host') and (a.dispute_ends_at is null or a.dispute_ends_at > ${at})`
