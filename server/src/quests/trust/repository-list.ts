import { lockRows } from '@furrow/storage/locked.ts'
import { toLog } from '@furrow/storage/outage.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import { hour, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { HttpError } from '../../ground/errors.ts'
import { oneFor } from '../../ground/one-for.ts'
import { mostTrustBytes, parseTrustdown, verdictsOf } from '../../ground/trustdown.ts'
import { conditionsOf } from '../../rules/lifecycle/conditions.ts'
import { mayLookUp } from '../verify/host-budget.ts'
import { writeEntries } from './entries.ts'
import { platformsOf } from './platforms.ts'

/** In Vouch's own order. */
const paths = ['VOUCHED.td', '.github/VOUCHED.td']
const between = hour
/** A host that gave no answer is asked again only then. */
const pause = minute

const underWayOf = oneFor((_: Context) => new Map<string, Promise<void>>())

/**
 * Sees to it that the list of a quest's repository is at most an hour old, where the quest asks for it. Where the host cannot be
 * asked, the list that was read last stays; the rules refuse where there is none yet.
 */
export async function freshenTrust(context: Context, questId: string): Promise<void> {
  const { codehost, db } = context
  if (codehost === null) return
  const quest = await db
    .selectFrom('quests')
    .select(['repo_key', 'conditions'])
    .where('id', '=', questId)
    .executeTakeFirst()
  if (quest?.repo_key == null || !conditionsOf(quest).vouched) return
  const { repo_key } = quest
  const underWay = underWayOf(context)
  const reading =
    underWay.get(repo_key) ?? readAgain(context, codehost, repo_key).finally(() => underWay.delete(repo_key))
  underWay.set(repo_key, reading)
  await reading
}

async function readAgain(context: Context, codehost: CodeHost, repoKey: string): Promise<void> {
  if (!(await isDue(context, repoKey)) || !mayLookUp(context, repoKey, 'trust lists')) return
  if (!(await claim(context, repoKey))) return
  try {
    await keep(context, repoKey, await find(codehost, repoKey))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    context.log.warn({ ...toLog(error), repoKey }, 'a trust list could not be read and will be read later')
  }
}

async function isDue({ clock, db }: Context, repoKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('trust_reads')
    .select(['asked_at', 'read_at'])
    .where('repo_key', '=', repoKey)
    .executeTakeFirst()
  const now = clock.now()
  return row === undefined || (row.asked_at <= now - pause && (row.read_at ?? 0) <= now - between)
}

async function claim({ clock, db }: Context, repo_key: string): Promise<boolean> {
  const now = clock.now()
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('trust_reads')
    .values({ repo_key, asked_at: now, read_at: null, path: null })
    .onConflict(conflict =>
      conflict
        .column('repo_key')
        .doUpdateSet({ asked_at: now })
        .where('trust_reads.asked_at', '<=', now - pause),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

type Found = { readonly path: string; readonly text: string }

async function find(codehost: CodeHost, repo: string): Promise<Found | null> {
  for (const path of paths) {
    const text = await codehost.readFile(repo, path, mostTrustBytes)
    if (text !== null) return { path, text }
  }
  return null
}

/** A repository without a list, and one whose list is too long, vouches for nobody. */
async function keep({ clock, config, db }: Context, repoKey: string, found: Found | null): Promise<void> {
  const lines = found === null ? [] : (parseTrustdown(found.text) ?? [])
  const verdicts = verdictsOf(lines, platformsOf(config.codehost))
  await transaction(db, async trx => {
    const query = trx.selectFrom('trust_reads').select('repo_key').where('repo_key', '=', repoKey)
    await lockRows(trx, query).executeTakeFirst()
    await trx
      .updateTable('trust_reads')
      .set({ read_at: clock.now(), path: found?.path ?? null })
      .where('repo_key', '=', repoKey)
      .execute()
    await writeEntries(trx, `repo:${repoKey}`, verdicts)
  })
}
