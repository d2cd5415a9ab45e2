import { type Law, raw } from './law.ts'

type Reference = readonly [says: string, table: string, columns: string, other: string, otherColumns: string]

/** No database key says these: references are written together with their rows, and no such row is ever deleted alone. */
const references: readonly Reference[] = [
  ['work without its quest', 'assignments', 'quest_id', 'quests', 'id'],
  ['a co-author without the work', 'co_authors', 'quest_id, farmer', 'assignments', 'quest_id, farmer'],
  ['a member without the place', 'team_members', 'quest_id, farmer', 'assignments', 'quest_id, farmer'],
  ['an application without its quest', 'applications', 'quest_id', 'quests', 'id'],
  ['an event without its quest', 'quest_events', 'quest_id', 'quests', 'id'],
  ['a quest without any event', 'quests', 'id', 'quest_events', 'quest_id'],
  ['a comment without its thread', 'comments', 'quest_id', 'comment_threads', 'quest_id'],
  ['a thread of comments without its quest', 'comment_threads', 'quest_id', 'quests', 'id'],
  ['a reader of comments without their quest', 'comment_readers', 'quest_id', 'quests', 'id'],
  ['the number of a repository without its quest', 'quest_repositories', 'quest_id', 'quests', 'id'],
  ['a skill without its quest', 'quest_skills', 'quest_id', 'quests', 'id'],
  ['a word of the search without its quest', 'quest_words', 'quest_id', 'quests', 'id'],
  ['a text of the search without its quest', 'quest_texts', 'quest_id', 'quests', 'id'],
  ['an invitation without its quest', 'invites', 'quest_id', 'quests', 'id'],
  ['a revision without its quest', 'quest_revisions', 'quest_id', 'quests', 'id'],
  ['a review without its quest', 'reviews', 'quest_id', 'quests', 'id'],
  ['points without their quest', 'score_events', 'quest_id', 'quests', 'id'],
  ['evidence without its work', 'dispute_evidence', 'quest_id, farmer', 'assignments', 'quest_id, farmer'],
  ['a note without its work', 'place_notes', 'quest_id, farmer', 'assignments', 'quest_id, farmer'],
  ['a bookmark without its quest', 'bookmarks', 'quest_id', 'quests', 'id'],
  ['an entry without its contest', 'contest_entries', 'quest_id', 'quests', 'id'],
  ['a word in a contest without its quest', 'contest_words', 'quest_id', 'quests', 'id'],
  [
    'a ballot on entries without its voter',
    'contest_ballots',
    'quest_id, voter',
    'contest_voters',
    'quest_id, address',
  ],
  ['a voter on entries without the vote', 'contest_voters', 'quest_id', 'contest_votes', 'quest_id'],
  ['a vote on entries without its contest', 'contest_votes', 'quest_id', 'quests', 'id'],
  ['a thanks without its quest', 'thanks', 'quest_id', 'quests', 'id'],
  ['a companion without its quest', 'quests', 'companion_of', 'quests', 'id'],
  ['companions to look after without their quest', 'backed_quests', 'quest_id', 'quests', 'id'],
  ['a credential without its work', 'credentials', 'quest_id, farmer', 'assignments', 'quest_id, farmer'],
  ['a quest that somebody was told of and is not there', 'told_quests', 'quest_id', 'quests', 'id'],
  ['a merge without its work', 'merges', 'quest_id, farmer', 'assignments', 'quest_id, farmer'],
  ['a payment without its work', 'payments', 'quest_id, farmer', 'assignments', 'quest_id, farmer'],
  ['a transfer without its quest', 'ledger_transfers', 'quest_id', 'quests', 'id'],
  ['a transfer without entries', 'ledger_transfers', 'id', 'ledger_entries', 'transfer_id'],
  ['an entry without its transfer', 'ledger_entries', 'transfer_id', 'ledger_transfers', 'id'],
  ['a deposit without its quest', 'escrows', 'quest_id', 'quests', 'id'],
  ['an event of the contract without its deposit', 'escrow_events', 'quest_id', 'escrows', 'quest_id'],
  ['a call of the contract without its deposit', 'escrow_calls', 'quest_id', 'escrows', 'quest_id'],
  ['an account of a team without its deposit', 'escrow_payees', 'quest_id', 'escrows', 'quest_id'],
  ['a nonce without its call', 'escrow_nonces', 'call_id', 'escrow_calls', 'id'],
  ['a signed transaction without its call', 'escrow_attempts', 'call_id', 'escrow_calls', 'id'],
  ['evidence without its quest', 'files', 'quest_id', 'quests', 'id'],
  ['a mark of a broadcast that is not there', 'broadcast_states', 'broadcast_id', 'broadcasts', 'id'],
]

export const referenceLaws: readonly Law[] = [
  ...references.map(toLaw),
  {
    kind: 'references',
    says: 'work that names another giver, token or rail than its quest, or costs something else while it is under way',
    find: () =>
      raw(`select a.quest_id || ' ' || a.farmer as what from assignments a join quests q on q.id = a.quest_id
        where a.giver <> q.giver or a.token <> q.token or a.rail <> q.rail
          or (a.amount <> q.amount and a.status in ('accepted', 'in-review', 'disputed'))`) as never,
  },
  {
    kind: 'references',
    says: 'a quest on the chain rail without its deposit',
    find: () =>
      raw(`select id as what from quests where rail = 'chain'
        and not exists (select 1 from escrows where escrows.quest_id = quests.id)`) as never,
  },
  {
    kind: 'references',
    says: 'a part of a plan without the one before it, or of another giver than that',
    find: () =>
      raw(`select p.id as what from quests p where p.plan is not null and case p.plan_place
        when 1 then p.plan <> p.id
        else not exists (select 1 from quests b where b.plan = p.plan and b.giver = p.giver
          and b.plan_place = p.plan_place - 1) end`) as never,
  },
]

function toLaw([says, table, columns, other, otherColumns]: Reference): Law {
  const [own, theirs] = [columns.split(', '), otherColumns.split(', ')]
  const isSame = own.map((column, index) => `o.${theirs[index]} = t.${column}`).join(' and ')
  const isGiven = own.map(column => `t.${column} is not null`).join(' and ')
  const what = own.map(column => `t.${column}`).join(" || ' ' || ")
  return {
    kind: 'references',
    says,
    find: () =>
      raw(`select distinct ${what} as what from ${table} t
        where ${isGiven} and not exists (select 1 from ${other} o where ${isSame})`) as never,
  }
}
