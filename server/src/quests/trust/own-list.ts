import type { NewTrustList, TrustList } from '@furrow/sdk/contract'
import { lockRows } from '@furrow/storage/locked.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ChangedError } from '../../ground/errors.ts'
import { mostTrustLines, parseTrustdown, type TrustLine, verdictsOf } from '../../ground/trustdown.ts'
import { openPrivate, sealPrivate } from '../../people/mail/private-text.ts'
import { writeEntries } from './entries.ts'
import { platformsOf } from './platforms.ts'

const mostTold = 100

/** A giver's own list; an empty one where they saved none. */
export async function readOwnList(context: Context, owner: Address): Promise<TrustList> {
  const { db, secrets } = context
  const [row, { known }] = await Promise.all([
    db.selectFrom('trust_lists').select(['text', 'version']).where('owner', '=', owner).executeTakeFirst(),
    db
      .selectFrom('trust_entries')
      .select(({ fn }) => fn.countAll<number>().as('known'))
      .where('list', '=', owner)
      .where('account_id', 'is not', null)
      .executeTakeFirstOrThrow(),
  ])
  const text = row === undefined ? '' : openPrivate(secrets.sealing, row.text)
  return { text, version: row?.version ?? 0, known: Number(known), ...tellOf(context, text) }
}

function tellOf({ config }: Context, text: string): Omit<TrustList, 'text' | 'version' | 'known'> {
  const lines = parseTrustdown(text) ?? []
  const platforms = platformsOf(config.codehost)
  const verdicts = verdictsOf(lines, platforms)
  const denounced = verdicts.filter(verdict => verdict.denounced).length
  const isElsewhere = (line: TrustLine) =>
    line.kind === 'entry' && line.platform !== null && !platforms.has(line.platform)
  return {
    vouched: verdicts.length - denounced,
    denounced,
    elsewhere: lines.filter(isElsewhere).length,
    unread: lines.flatMap(({ kind }, index) => (kind === 'unread' ? [index + 1] : [])).slice(0, mostTold),
  }
}

/** @throws BadRequestError where it is too long; ChangedError where there is a newer one than was read. */
export async function saveOwnList(
  context: Context,
  owner: Address,
  { text, version }: NewTrustList,
): Promise<TrustList> {
  const { clock, config, db, secrets } = context
  const lines = parseTrustdown(text)
  if (lines === null)
    throw new BadRequestError(
      `A trust list has at most ${mostTrustLines.toLocaleString('en')} lines and 64 KiB.`,
      { code: 'trust-list-too-long' },
    )
  const verdicts = verdictsOf(lines, platformsOf(config.codehost))
  const row = { owner, text: sealPrivate(secrets.sealing, text), updated_at: clock.now() }
  await transaction(db, async trx => {
    // For the first saves of two tabs to take turns, too.
    await trx
      .insertInto('trust_lists')
      .values({ ...row, text: sealPrivate(secrets.sealing, ''), version: 0 })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const query = trx.selectFrom('trust_lists').select('version').where('owner', '=', owner)
    const before = await lockRows(trx, query).executeTakeFirstOrThrow()
    if (version !== undefined && version !== before.version)
      throw new ChangedError(
        `Your trust list was saved elsewhere since: it has version ${before.version} now.`,
        { code: 'trust-list-outdated' },
      )
    await trx
      .updateTable('trust_lists')
      .set({ ...row, version: before.version + 1 })
      .where('owner', '=', owner)
      .execute()
    await writeEntries(trx, owner, verdicts)
  })
  return readOwnList(context, owner)
}
