import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { accountOf, chainIn } from '../../ground/caip10.ts'
import type { Context } from '../../ground/context.ts'
import { openBroadcast, readAllBroadcasts } from '../../people/mail/broadcasts.ts'
import { openTarget, showTarget } from '../../people/mail/channel-target.ts'
import { type MailRow, openCopy } from '../../people/mail/letter.ts'
import { openPrivate } from '../../people/mail/private-text.ts'
import { openText } from '../../people/mail/seal.ts'
import { sealedValuesOf } from '../../people/mail/sealed-rows.ts'
import { showRow } from './show-row.ts'

type Row = Readonly<Record<string, unknown>>

export type Part = {
  readonly name: string
  readonly table: boolean
  query(db: Db, address: Address, quests: readonly string[]): SelectQueryBuilder<Tables, never, Row>
  readonly byQuest?: true
  show(context: Context, row: Row): Row
}

/** Columns of people who are named as accounts too: on the chain of the payment, or of the contract with the funds. */
const peopleIn: Readonly<Partial<Record<keyof Tables, readonly string[]>>> = {
  quests: ['giver'],
  assignments: ['farmer', 'giver'],
  applications: ['farmer'],
  contest_entries: ['farmer'],
  quest_events: ['actor', 'farmer'],
}

/** A hidden last column, for the accounts. */
const chainColumn = 'on_chain'

/** SQL of the name that begins with the chain of a row `r`. */
function chainOf(table: keyof Tables): RawBuilder<unknown> {
  if (peopleIn[table] === undefined) return sql``
  const id = sql.ref(table === 'quests' ? 'r.id' : 'r.quest_id')
  const contract = sql`(select contract from escrows where quest_id = ${id})`
  const name = table === 'assignments' ? sql`coalesce(r.payment_ref, ${contract})` : contract
  return sql`, ${name} as ${sql.ref(chainColumn)}`
}

function showAccounts(table: keyof Tables, row: Row): Row {
  const { [chainColumn]: name, ...shown } = row
  const chain = chainIn(name as string | null | undefined)
  const accounts = (peopleIn[table] ?? []).map(column => [
    `${column}_account`,
    accountOf(chain, row[column] as string | null),
  ])
  return { ...shown, ...Object.fromEntries(accounts) }
}

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
  ['contest-entries', 'contest_entries', 'farmer', 'table'],
  ['words-in-contests', 'contest_words', 'author'],
  ['ballots-on-entries', 'contest_ballots', 'voter', 'table'],
  ['weights-on-entries', 'contest_voters', 'address'],
  ['shares', 'team_members', 'member', 'table'],
  ['co-authors', 'co_authors', 'farmer', 'table'],
  ['invitations', 'invites', 'farmer'],
  ['comments', 'comments', 'author', 'table'],
  ['reviews-received', 'reviews', 'reviewee', 'table'],
  ['drafts', 'quest_drafts', 'owner'],
  ['notes-on-places', 'place_notes', 'giver', 'table'],
  ['trust-list', 'trust_lists', 'owner'],
  ['trusted-accounts', 'trust_entries', 'list', 'table'],
  ['proposals', 'proposals', 'proposer'],
  ['votes', 'votes', 'voter', 'table'],
  ['weights-in-votes', 'ballot_members', 'address'],
  ['delegations-given', 'delegations', 'delegator'],
  ['delegations-received', 'delegations', 'delegate'],
  ['files', 'files', 'owner', 'table'],
  ['picture', 'pictures', 'subject'],
  ['blocked', 'mail_blocks', 'owner'],
  ['quotas', 'quotas', 'address'],
  ['places-taken', 'place_takers', 'taker'],
  ['sign-ins', 'audit_notes', 'actor'],
  ['sessions-ended', 'session_generations', 'address'],
  ['sessions', 'sessions', 'address'],
  ['sessions-of-smart-wallet', 'wallet_sessions', 'address'],
  ['chain-of-smart-wallet', 'wallet_chains', 'address'],
  ['notifications-on-their-way', 'outbox', 'address'],
  ['follows', 'saved_filters', 'address'],
  ['told-of-quests', 'told_quests', 'address'],
  ['bookmarks', 'bookmarks', 'address', 'table'],
  ['thanks-given', 'thanks', 'giver', 'table'],
  ['thanks-received', 'thanks', 'farmer', 'table'],
  ['credentials', 'credentials', 'farmer', 'table'],
  ['repeated-requests', 'idempotency_keys', 'address'],
  ['repositories', 'bot_writers', 'address'],
  ['comments-in-issues', 'bot_comments', 'asker'],
]

const show = (_: Context, row: Row) => showRow(row)

const showOpened = (table: keyof Tables) => {
  const sealed = sealedValuesOf(table)
  return ({ secrets }: Context, row: Row) => {
    const open = ([name, value]: [string, unknown]) =>
      sealed.includes(name) ? openPrivate(secrets.sealing, value as string | null) : value
    const opened = Object.fromEntries(Object.entries(row).map(entry => [entry[0], open(entry)]))
    return showRow(showAccounts(table, opened))
  }
}

const select = (db: Db, from: ReturnType<typeof sql<Row>>) =>
  db.selectFrom(from.as('part') as never).selectAll() as SelectQueryBuilder<Tables, never, Row>

function ofPlaces(
  db: Db,
  table: 'proposal_works' | 'payment_prices',
  address: Address,
  quests: readonly string[],
): ReturnType<typeof sql<Row>> {
  return sql<Row>`(select r.* from ${sql.table(table)} r join quests q on q.id = r.quest_id
    where ${isAmong(db, 'r.quest_id', quests)} and (r.farmer = ${address} or q.giver = ${address}))`
}

export const parts: readonly Part[] = [
  ...own.map(
    ([name, table, column, asTable]): Part => ({
      name,
      table: asTable === 'table',
      query: (db, address) =>
        select(
          db,
          sql<Row>`(select r.*${chainOf(table)} from ${sql.table(table)} r where ${sql.ref(`r.${column}`)} = ${address})`,
        ),
      show: showOpened(table),
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
    // The signing secret of a webhook is told only once.
    show: (context, { target, ...row }) => ({
      ...showRow(row),
      to: showTarget(openTarget(context, String(target))),
    }),
  },
  {
    name: 'earlier-texts',
    table: false,
    byQuest: true,
    query: (db, address, quests) =>
      select(
        db,
        sql<Row>`(select r.* from quest_revisions r join quests q on q.id = r.quest_id
          where ${isAmong(db, 'r.quest_id', quests)} and q.giver = ${address})`,
      ),
    show,
  },
  {
    name: 'reasons-given',
    table: false,
    // Those of disputes and returns are with the work, those of moderators in their log.
    byQuest: true,
    query: (db, address, quests) =>
      select(
        db,
        sql<Row>`(select a.quest_id, a.farmer, a.status, a.reason, a.ended_at as at
          from applications a join quests q on q.id = a.quest_id
          where ${isAmong(db, 'a.quest_id', quests)} and q.giver = ${address} and a.reason is not null)`,
      ),
    show: showOpened('applications'),
  },
  {
    name: 'words-to-entries',
    table: false,
    byQuest: true,
    query: (db, address, quests) =>
      select(
        db,
        sql<Row>`(select e.quest_id, e.farmer, e.prize, e.word
          from contest_entries e join quests q on q.id = e.quest_id
          where ${isAmong(db, 'e.quest_id', quests)} and q.giver = ${address} and e.word is not null)`,
      ),
    show,
  },
  {
    name: 'reviews-given',
    table: true,
    byQuest: true,
    query: (db, address, quests) =>
      select(
        db,
        sql<Row>`(select * from reviews where ${isAmong(db, 'quest_id', quests)} and reviewer = ${address})`,
      ),
    show,
  },
  {
    name: 'payments-by-proposals',
    table: true,
    byQuest: true,
    query: (db, address, quests) => select(db, ofPlaces(db, 'proposal_works', address, quests)),
    show,
  },
  {
    name: 'prices-at-payment',
    table: true,
    byQuest: true,
    query: (db, address, quests) => select(db, ofPlaces(db, 'payment_prices', address, quests)),
    show,
  },
  {
    name: 'evidence',
    table: false,
    byQuest: true,
    query: (db, address, quests) =>
      select(
        db,
        sql<Row>`(select e.* from dispute_evidence e join quests q on q.id = e.quest_id
          where ${isAmong(db, 'e.quest_id', quests)}
          and ((e.role = 'farmer' and e.farmer = ${address}) or (e.role = 'giver' and q.giver = ${address})))`,
      ),
    show: showOpened('dispute_evidence'),
  },
  {
    name: 'what-you-did',
    table: false,
    byQuest: true,
    query: (db, address, quests) =>
      select(
        db,
        sql<Row>`(select r.*${chainOf('quest_events')} from quest_events r
          where ${isAmong(db, 'r.quest_id', quests)} and r.actor = ${address})`,
      ),
    show: (_, row) => showRow(showAccounts('quest_events', row)),
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
