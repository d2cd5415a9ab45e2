import type { BotCommentRow } from '@furrow/storage/bot-tables.ts'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Account, CodeHost } from '../../ground/clients/codehost/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import { announcedQuests } from './announced.ts'

/** GitHub assigns no more. */
const mostAssigned = 10

const Assigned = Type.Object({
  id: Type.String(),
  login: Type.String(),
  /** `asked` while the host has not answered yet. */
  state: Type.Enum(['asked', 'done', 'refused']),
})
type Assigned = Static<typeof Assigned>
const AllAssigned = Type.Array(Assigned)

type Holder = Account & { readonly live: boolean }

/**
 * Assigns an issue to the accounts that have places in its quests. Others' assignments stay as they are: an account that somebody
 * assigned already is never taken away, and one that somebody took away is not assigned again.
 * @returns the logins that the host does not let it assign.
 */
export async function keepAssigned(
  context: Context,
  codehost: CodeHost,
  row: BotCommentRow,
): Promise<string[]> {
  const { repository, issue_number: issue } = row
  const before = readAssigned(row.assigned)
  const wanted = await findHolders(context, row)
  const isNew = ({ id, live }: Holder) => live && before.find(known => known.id === id)?.state !== 'done'
  const toAdd = [...wanted.values()].filter(isNew).slice(0, mostAssigned)
  const toRemove = before.filter(({ id }) => !wanted.has(id))
  if (toAdd.length === 0 && toRemove.length === 0) return []
  const now = await codehost.readAssignees(repository, issue)
  if (now === null) return []
  let all = before.filter(({ id }) => wanted.has(id))
  for (const { id, state } of toRemove) {
    const still = now.find(assigned => assigned.id === id)
    if (state !== 'refused' && still !== undefined) await codehost.unassign(repository, issue, still)
  }
  for (const { id, login } of toAdd) {
    const known = all.find(assigned => assigned.id === id)
    const others = all.filter(assigned => assigned.id !== id)
    if (known?.state !== 'asked' && now.some(assigned => assigned.id === id)) {
      all = others
      continue
    }
    await keep(context, row, [...others, { id, login, state: 'asked' }])
    const state = (await codehost.assign(repository, issue, { id, login })) ? 'done' : 'refused'
    all = [...others, { id, login, state }]
  }
  await keep(context, row, all)
  return all.flatMap(({ login, state }) => (state === 'refused' ? [login] : []))
}

function readAssigned(text: string | null): Assigned[] {
  const assigned: unknown = text === null ? [] : JSON.parse(text)
  return Value.Check(AllAssigned, assigned) ? assigned : []
}

/** By the account that the work is pinned to; a finished work stays its farmer's. */
async function findHolders(
  { db }: Context,
  { repo_key, issue_number }: BotCommentRow,
): Promise<ReadonlyMap<string, Holder>> {
  const rows = await announcedQuests(db, repo_key)
    .innerJoin('assignments', 'assignments.quest_id', 'quests.id')
    .innerJoin('profiles', 'profiles.address', 'assignments.farmer')
    .select(['assignments.status', 'profiles.codehost_id', 'codehost_username'])
    .where('quests.issue_number', '=', issue_number)
    .where('assignments.status', 'in', [...liveStatuses, 'released'])
    .where(({ eb, or, ref }) =>
      or([
        eb('assignments.codehost_id', 'is', null),
        eb('assignments.codehost_id', '=', ref('profiles.codehost_id')),
      ]),
    )
    .where('profiles.codehost_id', 'is not', null)
    .where('codehost_username', 'is not', null)
    .orderBy('assignments.accepted_at')
    .limit(100)
    .execute()
  const holders = new Map<string, Holder>()
  for (const { codehost_id: id, codehost_username: login, status } of rows)
    if (id !== null && login !== null)
      holders.set(id, { id, login, live: status !== 'released' || holders.get(id)?.live === true })
  return holders
}

async function keep({ db }: Context, row: BotCommentRow, assigned: readonly Assigned[]): Promise<void> {
  await db
    .updateTable('bot_comments')
    .set({ assigned: JSON.stringify(assigned) })
    .where('repo_key', '=', row.repo_key)
    .where('issue_number', '=', row.issue_number)
    .execute()
}
