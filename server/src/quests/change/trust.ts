import { type RawBuilder, sql } from 'kysely'
import type { Trust, Word } from '../../rules/lifecycle/rules.ts'

const repositoryList = (repoKey: RawBuilder<unknown>) => sql`'repo:' || ${repoKey}`

/** By the account's number if a line has one, since names change hands; else by its name, if the host proved it. */
const wordOf = (list: RawBuilder<unknown>) => sql`coalesce(
  (select e.denounced from trust_entries e where e.list = ${list} and e.account_id = p.codehost_id
    order by e.position limit 1),
  (select e.denounced from trust_entries e where e.list = ${list} and e.login = p.codehost_login
    and e.account_id is null and p.codehost_id is not null))`

const asksRepository = sql`q.repo_key is not null and q.conditions is not null`

export const trustColumns = sql`${wordOf(sql`q.giver`)} as own_word,
  case when ${asksRepository} then ${wordOf(repositoryList(sql`q.repo_key`))} end as repo_word,
  case when ${asksRepository} and not exists (select 1 from trust_reads r
    where r.repo_key = q.repo_key and r.read_at is not null) then 1 else 0 end as repo_unread`

type Columns = {
  readonly own_word: number | null
  readonly repo_word: number | null
  readonly repo_unread: number
}

export function trustOf({ own_word, repo_word, repo_unread }: Columns): Trust {
  return { own: toWord(own_word), repository: repo_unread === 1 ? 'unread' : toWord(repo_word) }
}

function toWord(denounced: number | null): Word {
  if (denounced === null) return null
  return denounced === 1 ? 'denounced' : 'vouched'
}
