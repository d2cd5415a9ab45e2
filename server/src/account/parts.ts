import { type SelectQueryBuilder, sql } from 'kysely'
import type { Address } from '../address.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { openBroadcast, readAllBroadcasts } from '../mail/broadcasts.ts'
import { type MailRow, openCopy } from '../mail/letter.ts'
import { openText } from '../mail/seal.ts'
import { openTarget, showTarget } from '../notifications/target.ts'
import { showRow } from './show-row.ts'

type Row = Readonly<Record<string, unknown>>

/** A list of what is somebody's, which is a file of what he takes along. */
export type Part = {
  readonly name: string
  /** Whether it is there as a table too. */
  readonly table: boolean
  query(db: Db, address: Address): SelectQueryBuilder<Tables, never, Row>
  show(context: Context, row: Row): Row
}

/** The tables of which the rows of a column that has his address are his. */
const own: readonly (readonly [name: string, table: keyof Tables, column: string, asTable?: 'table'])[] = [
  ['profile', 'profiles', 'address'],
  ['badges', 'badges', 'address'],
  ['membership', 'dao_members', 'address'],
  ['record', 'address_counts', 'address'],
  ['amounts', 'address_amounts', 'address', 'table'],
  ['points', 'score_events', 'address', 'table'],
  ['quests', 'quests', 'giver', 'table'],
  ['places', 'assignments', 'farmer', 'table'],
  ['work-received', 'assignments', 'giver', 'table'],
  ['applications', 'applications', 'farmer', 'table'],
  ['invitations', 'invites', 'farmer'],
  ['comments', 'comments', 'author', 'table'],
  ['reviews-received', 'reviews', 'reviewee', 'table'],
  ['drafts', 'quest_drafts', 'owner'],
  ['proposals', 'proposals', 'proposer'],
  ['votes', 'votes', 'voter', 'table'],
  ['weights-in-votes', 'ballot_members', 'address'],
  ['delegations-given', 'delegations', 'delegator'],
  ['delegations-received', 'delegations', 'delegate'],
  ['files', 'files', 'owner', 'table'],
  ['picture', 'pictures', 'subject'],
  ['blocked', 'mail_blocks', 'owner'],
  ['quotas', 'quotas', 'address'],
  ['sign-ins', 'audit_notes', 'actor'],
  ['sessions-ended', 'session_generations', 'address'],
  ['sessions-of-smart-wallet', 'wallet_sessions', 'address'],
  ['chain-of-smart-wallet', 'wallet_chains', 'address'],
  ['notifications-on-their-way', 'outbox', 'address'],
  ['repeated-requests', 'idempotency_keys', 'address'],
  ['repositories', 'bot_writers', 'address'],
  ['comments-in-issues', 'bot_comments', 'asker'],
]

const show = (_: Context, row: Row) => showRow(row)
const select = (db: Db, from: ReturnType<typeof sql<Row>>) =>
  db.selectFrom(from.as('part') as never).selectAll() as SelectQueryBuilder<Tables, never, Row>

/** The quests that he gave, or had a place in. */
const questsOf = (address: Address) =>
  sql`(select id from quests where giver = ${address} union select quest_id from assignments where farmer = ${address})`

export const parts: readonly Part[] = [
  ...own.map(
    ([name, table, column, asTable]): Part => ({
      name,
      table: asTable === 'table',
      query: (db, address) =>
        select(db, sql<Row>`(select * from ${sql.table(table)} where ${sql.ref(column)} = ${address})`),
      show,
    }),
  ),
  {
    name: 'api-keys',
    table: false,
    query: (db, address) =>
      select(
        db,
        sql<Row>`(select id, name, scopes, created_at, expires_at, used_at from api_keys where address = ${address})`,
      ),
    show,
  },
  {
    name: 'notification-channels',
    table: false,
    query: (db, address) =>
      select(
        db,
        sql<Row>`(select id, kind, target, topics, daily, state, created_at, delivered_at, problem
          from subscriptions where address = ${address})`,
      ),
    // What a webhook is signed with is told once.
    show: (context, { target, ...row }) => ({
      ...showRow(row),
      to: showTarget(openTarget(context, String(target))),
    }),
  },
  {
    name: 'reviews-given',
    table: true,
    query: (db, address) =>
      select(
        db,
        sql<Row>`(select * from reviews where quest_id in ${questsOf(address)} and reviewer = ${address})`,
      ),
    show,
  },
  {
    name: 'evidence',
    table: false,
    query: (db, address) =>
      select(
        db,
        sql<Row>`(select e.* from dispute_evidence e join quests q on q.id = e.quest_id
          where e.quest_id in ${questsOf(address)}
          and ((e.role = 'farmer' and e.farmer = ${address}) or (e.role = 'giver' and q.giver = ${address})))`,
      ),
    show,
  },
  {
    name: 'what-you-did',
    table: false,
    query: (db, address) =>
      select(
        db,
        sql<Row>`(select * from quest_events where quest_id in ${questsOf(address)} and actor = ${address})`,
      ),
    show,
  },
  {
    name: 'reports',
    table: false,
    query: (db, address) =>
      select(
        db,
        sql<Row>`(select kind, thing, at, reason, note, outcome from reports where reporter = ${address})`,
      ),
    show: ({ secrets }, row) => showRow({ ...row, note: openText(secrets.sealing, String(row.note)) }),
  },
  {
    name: 'moderation',
    table: false,
    query: (db, address) =>
      select(
        db,
        sql<Row>`(select l.id, l.at, l.action, l.kind, l.thing, l.title, l.reason, a.note as answer, a.at as answered_at
          from moderation_log l left join moderation_answers a on a.id = l.id
          where l.owner = ${address} and l.action <> 'dismiss')`,
      ),
    show,
  },
  {
    name: 'moderated',
    table: false,
    query: (db, address) => select(db, sql<Row>`(select * from moderation_log where actor = ${address})`),
    show,
  },
  {
    name: 'mail',
    table: true,
    query: (db, address) => select(db, sql<Row>`(select * from mail where owner = ${address} order by id)`),
    show: (context, row) => openCopy(context, row as unknown as MailRow),
  },
  {
    name: 'broadcasts',
    table: false,
    query: (db, address) => readAllBroadcasts(db, address) as never,
    show: (context, row) => openBroadcast(context, row as never),
  },
]
