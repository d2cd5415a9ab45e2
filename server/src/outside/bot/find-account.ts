import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'

type Proved = {
  readonly address: Address
  readonly commands: boolean
}

/** The wallet that proved an account: by the account's number, since names change hands. */
export async function findAccount({ db }: Pick<Context, 'db'>, id: string): Promise<Proved | null> {
  const row = await db
    .selectFrom('profiles')
    .select(['address', 'codehost_commands'])
    .where('codehost_id', '=', id)
    .where('codehost_username', 'is not', null)
    .executeTakeFirst()
  return row === undefined ? null : { address: row.address, commands: row.codehost_commands === 1 }
}
