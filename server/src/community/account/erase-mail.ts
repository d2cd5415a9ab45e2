import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { type Leaver, untilNone } from './leaver.ts'

/**
 * Deletes their mailbox. Their letters stay with the recipients, as letters on paper would, but under a pseudonym that
 * leads to nobody. Blocks against their wallet stay too, or leaving and coming back would be the way around them.
 */
export async function eraseMail(leaver: Leaver): Promise<void> {
  const { trx, address, pseudonym } = leaver
  await eraseFollows(leaver)
  for (const owner of await findCorrespondents(leaver)) {
    for (const side of ['sender', 'recipient'] as const)
      await trx
        .updateTable('mail')
        .set({ [side]: pseudonym })
        .where('owner', '=', owner)
        .where(side, '=', address)
        .execute()
  }
  await untilNone(async () => {
    const { numDeletedRows } = await trx
      .deleteFrom('mail')
      .where('owner', '=', address)
      .where('id', 'in', some => some.selectFrom('mail').select('id').where('owner', '=', address).limit(500))
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
  await trx
    .deleteFrom('correspondents')
    .where(({ or, eb }) => or([eb('sender', '=', address), eb('recipient', '=', address)]))
    .execute()
  await trx.deleteFrom('mail_blocks').where('owner', '=', address).execute()
  await trx.deleteFrom('broadcast_states').where('reader', '=', address).execute()
}

/** Before their mail, so that no letter about a quest comes after it. Filters of others that name them go on under the pseudonym. */
async function eraseFollows({ trx, address, pseudonym }: Leaver): Promise<void> {
  await trx.deleteFrom('saved_filters').where('address', '=', address).execute()
  await trx.deleteFrom('told_quests').where('address', '=', address).execute()
  await sql`
    update saved_filters set filter = replace(filter, ${address}, ${pseudonym}), key = replace(key, ${address}, ${pseudonym}),
      farmer = replace(farmer, ${address}, ${pseudonym})
    where key = ${`giver:${address}`} or farmer = ${address}`.execute(trx)
}

async function findCorrespondents({ trx, address }: Leaver): Promise<Address[]> {
  const { rows } = await sql<{ other: Address }>`
    select recipient as other from correspondents where sender = ${address}
    union select sender from correspondents where recipient = ${address}
    union select sender from mail where owner = ${address} and official = 0
    union select recipient from mail where owner = ${address}`.execute(trx)
  return rows.map(({ other }) => other).filter(other => other !== address)
}
