import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { lockRows } from '@furrow/storage/locked.ts'
import { toLog } from '@furrow/storage/outage.ts'
import { countChange } from '@furrow/storage/revisions.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { sql } from 'kysely'
import type { CodeHost, Repository } from '../../ground/clients/codehost/codehost.ts'
import { hour } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { UnavailableError } from '../../ground/errors.ts'
import { keepFor } from '../../ground/kept-for.ts'
import { oneFor } from '../../ground/one-for.ts'
import { mayLookUp } from '../verify/host-budget.ts'

type Told = { readonly id: string; readonly name: string }

/**
 * Follows a repository to another name, and learns the numbers of those that quests are linked to. A delivery only says where
 * to look: everybody who may set up a webhook can sign one, so the host is asked who has the name.
 */
export async function followRepository(context: Context, host: CodeHost, body: unknown): Promise<void> {
  const told = repositoryOf(body)
  if (told === null || !(await isNews(context.db, told))) return
  const { id, name } = told
  const look = async () => {
    const found = mayLookUp(context, name, 'names') ? await host.readRepository(name) : undefined
    if (found) await transaction(context.db, trx => follow(trx, found))
    // A number that the host contradicts is not asked for with each delivery.
    return { value: null, lasts: found === undefined || found?.id === id ? 0 : hour }
  }
  await askedOf(context)
    .get(`${id} ${name.toLowerCase()}`, look)
    .catch(error => {
      if (!(error instanceof UnavailableError)) throw error
      context.log.warn({ ...toLog(error), name }, 'a repository could not be looked up')
    })
}

const askedOf = oneFor((context: Context) => keepFor<null>(context.clock))

type Named = {
  readonly repository?: { readonly id?: unknown; readonly full_name?: unknown } | null
  readonly project?: { readonly id?: unknown; readonly path_with_namespace?: unknown } | null
}

function repositoryOf(body: unknown): Told | null {
  const { repository, project } = (body ?? {}) as Named
  const [id, name] = [project?.id ?? repository?.id, project?.path_with_namespace ?? repository?.full_name]
  if (!Number.isSafeInteger(id) || typeof name !== 'string' || name.length > 300) return null
  return /^[\w.-]+(?:\/[\w.-]+)+$/.test(name) ? { id: String(id), name } : null
}

/** A quest that was linked to another repository since has no number until it is learned again. */
const known = sql`r.quest_id = q.id and r.repo_key = q.repo_key`

async function isNews(db: Db, { id, name }: Told): Promise<boolean> {
  const key = name.toLowerCase()
  const [named, numbered] = await Promise.all([
    sql`select q.id from quests q left join quest_repositories r on ${known}
      where q.repo_key = ${key} and q.status not in ('completed', 'cancelled')
        and coalesce(r.repository_id, '') <> ${id} limit 1`.execute(db),
    sql`select r.quest_id from quest_repositories r
      where r.repository_id = ${id} and r.repo_key <> ${key} limit 1`.execute(db),
  ])
  return named.rows.length + numbered.rows.length > 0
}

async function follow(trx: Db, { id, name }: Repository): Promise<void> {
  const key = name.toLowerCase()
  await lockLinked(trx, id, key)
  // The former holders of the name wait under their number for a delivery that tells their new one.
  const others = await trx
    .selectFrom('quest_repositories')
    .select('repository_id')
    .distinct()
    .where('repo_key', '=', key)
    .where('repository_id', '!=', id)
    .execute()
  for (const other of others)
    await move(trx, { id: other.repository_id, from: key, to: `id:${other.repository_id}` })
  const earlier = await trx
    .selectFrom('quest_repositories')
    .select('repo_key')
    .distinct()
    .where('repository_id', '=', id)
    .where('repo_key', '!=', key)
    .execute()
  for (const { repo_key } of earlier) await move(trx, { id, from: repo_key, to: key, name })
  await moveProofs(trx, { id, name }, key)
  await sql`insert into quest_repositories (quest_id, repository_id, repo_key)
    select q.id, cast(${id} as text), q.repo_key from quests q
      where q.repo_key = ${key} and q.status not in ('completed', 'cancelled')
    on conflict (quest_id) do update set repository_id = excluded.repository_id, repo_key = excluded.repo_key`.execute(
    trx,
  )
  await countChange(trx, 'quests')
}

/** By id, as all lock them. */
async function lockLinked(trx: Db, id: string, key: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select q.id from quests q where q.repo_key = ${key}
    union select r.quest_id from quest_repositories r where r.repository_id = ${id}
    union select m.quest_id from merges m where m.repository_id = ${id}
    union select a.quest_id from assignments a where a.repo_key = ${key} and a.pull_request is not null`.execute(
    trx,
  )
  const ids = rows.map(row => row.id)
  const linked = trx
    .selectFrom('quests')
    .select('id')
    .where(isAmong(trx, 'id', ids))
    .orderBy('id')
  await lockRows(trx, linked).execute()
}

const proof = sql`m.quest_id = assignments.quest_id and m.farmer = assignments.farmer`

/**
 * Proved work is known by the name of its repository and a number, and is looked at again under that name: whoever has the name
 * now has pull requests of the same numbers.
 */
async function moveProofs(trx: Db, { id, name }: Told, key: string): Promise<void> {
  await sql`update assignments set repo_key = 'id:' || (select m.repository_id from merges m where ${proof})
    where repo_key = ${key} and pull_request is not null
      and exists (select 1 from merges m where ${proof} and m.repository_id <> ${id})`.execute(trx)
  await sql`update assignments set repo_key = ${key}
    where (quest_id, farmer) in (select m.quest_id, m.farmer from merges m where m.repository_id = ${id})
      and repo_key <> ${key} and not exists (select 1 from assignments kept
        where kept.repo_key = ${key} and kept.pull_request = assignments.pull_request)`.execute(trx)
  await sql`update merges set repository = ${name} where repository_id = ${id} and repository <> ${name}`.execute(
    trx,
  )
}

type Move = { readonly id: string; readonly from: string; readonly to: string; readonly name?: string }

/** Takes along what the bot keeps by name; there is no `name` while nobody knows the new one. */
async function move(trx: Db, { id, from, to, name }: Move): Promise<void> {
  const shown = name === undefined ? sql`codehost_repo` : sql`cast(${name} as text)`
  await sql`update quests set repo_key = ${to}, codehost_repo = ${shown}, erasures = erasures + 1
    where repo_key = ${from} and id in (select quest_id from quest_repositories
      where repository_id = ${id} and repo_key = ${from})`.execute(trx)
  await sql`update quest_repositories set repo_key = ${to} where repository_id = ${id} and repo_key = ${from}`.execute(
    trx,
  )
  for (const [table, more] of keptByName) {
    const same = more === null ? sql`true` : sql`kept.${sql.ref(more)} = ${sql.table(table)}.${sql.ref(more)}`
    const named = table === 'bot_comments' || table === 'bot_pulls'
    await sql`update ${sql.table(table)} set repo_key = ${to}
      ${named ? sql`, repository = ${name ?? to}, next_at = 0` : sql``}
      where repo_key = ${from} and not exists
        (select 1 from ${sql.table(table)} kept where kept.repo_key = ${to} and ${same})`.execute(trx)
  }
  await trx.deleteFrom('trust_reads').where('repo_key', '=', from).execute()
  // Those of another repository with the name before may be among them, and stay as they are.
  if (name !== undefined)
    await sql`insert into merge_hints
      (repo_key, repository, pull_request, author_id, first_at, tries, next_at, signed, teller)
      select ${to}, ${name}, pull_request, author_id, first_at, 0, next_at, signed, teller
        from merge_hints where repo_key = ${from}
      on conflict do nothing`.execute(trx)
}

const keptByName = [
  ['bot_comments', 'issue_number'],
  ['bot_pulls', 'pull_request'],
  ['bot_writers', 'address'],
  ['bot_silences', null],
  ['bot_repositories', null],
] as const
