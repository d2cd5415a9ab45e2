import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import type { Verdict } from '../../ground/trustdown.ts'

type Accounts = ReadonlyMap<string, string>

/**
 * A list names logins: a line that stays keeps its account, so whoever takes a renamed account's login inherits
 * nothing. A new line is about the account that proved the login last, else the first one that will.
 */
export async function writeEntries(trx: Db, list: string, verdicts: readonly Verdict[]): Promise<void> {
  const [kept, proved] = [await readKept(trx, list), await readProved(trx, verdicts)]
  await trx.deleteFrom('trust_entries').where('list', '=', list).execute()
  if (verdicts.length === 0) return
  const rows = verdicts.map(({ login, denounced }, position) => ({
    list,
    login,
    position,
    denounced: denounced ? 1 : 0,
    account_id: kept.get(login) ?? proved.get(login) ?? null,
  }))
  await writeTogether(trx, writes => writes.insert('trust_entries', ...rows))
}

async function readKept(trx: Db, list: string): Promise<Accounts> {
  const rows = await trx
    .selectFrom('trust_entries')
    .select(['login', 'account_id'])
    .where('list', '=', list)
    .where('account_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ login, account_id }) => [login, account_id as string]))
}

async function readProved(trx: Db, verdicts: readonly Verdict[]): Promise<Accounts> {
  if (verdicts.length === 0) return new Map()
  const logins = verdicts.map(({ login }) => login)
  const rows = await trx
    .selectFrom('profiles')
    .select(['codehost_login', 'codehost_id'])
    .where(isAmong(trx, 'codehost_login', logins))
    .where('codehost_id', 'is not', null)
    .execute()
  return new Map(
    rows.map(({ codehost_login, codehost_id }) => [codehost_login as string, codehost_id as string]),
  )
}
