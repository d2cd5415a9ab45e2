import { lessUnits, sumUnits, unitsOf } from '@furrow/storage/units.ts'
import { sql } from 'kysely'
import { differ, type Law, raw } from './law.ts'

const accounts = ['promised', 'held', 'released', 'refunded'] as const

export const ledgerLaws: readonly Law[] = [
  {
    kind: 'ledger',
    says: 'a transfer whose entries do not sum to zero',
    find: db => sql`
      select transfer_id as what, '0' as expected, ${sumUnits(db, sql`amount`)} as found
      from ledger_entries group by transfer_id having ${sumUnits(db, sql`amount`)} <> '0'`,
  },
  ...accounts.map(
    (account): Law => ({
      kind: 'ledger',
      says: `a token whose kept sum of what is ${account} is not that of its entries`,
      find: db =>
        differ(
          sql`select token as what, ${sumUnits(db, sql`amount`)} as n
            from ledger_entries join ledger_transfers on id = transfer_id
            where account = ${sql.lit(account)} group by token`,
          sql`select token as what, ${sumUnits(db, sql.ref(account))} as n from ledger_sums group by token`,
        ),
    }),
  ),
]

export const bookLaws: readonly Law[] = [
  ...ledgerLaws,
  {
    kind: 'ledger',
    says: 'a token whose kept sum of what is under review is not that of the work',
    find: db =>
      differ(
        sql`select token as what, ${sumUnits(db, unitsOf(db, sql`amount`))} as n from assignments
          where status in ('in-review', 'disputed') group by token`,
        sql`select token as what, ${sumUnits(db, sql`in_review`)} as n from ledger_sums group by token`,
      ),
  },
  {
    kind: 'ledger',
    says: 'a quest for which other funds are held than its open places cost',
    // On chain nothing is promised before it is paid in.
    find: db =>
      differ(
        sql`select id as what, ${lessUnits(
          db,
          lessUnits(db, unitsOf(db, sql`amount`, sql`max_farmers - released - refunded`), sql`released_off`),
          lessUnits(db, sql`refunded_off`, sql`promised_off`),
        )} as n from quests
          where rail = 'ledger' or exists (select 1 from ledger_transfers where quest_id = quests.id)`,
        sql`select quest_id as what, ${sumUnits(db, sql`amount`)} as n
          from ledger_entries join ledger_transfers on id = transfer_id where account = 'held' group by quest_id`,
      ),
  },
  ...(['released', 'refunded'] as const).map(
    (account): Law => ({
      kind: 'ledger',
      says: `a quest that shows another sum as ${account} than the ledger has`,
      find: db =>
        differ(
          sql`select id as what, ${lessUnits(
            db,
            unitsOf(db, sql`amount`, sql.ref(account)),
            lessUnits(db, sql`null`, sql.ref(`${account}_off`)),
          )} as n from quests
            where rail = 'ledger' or exists (select 1 from ledger_transfers where quest_id = quests.id)`,
          sql`select quest_id as what, ${sumUnits(db, sql`amount`)} as n
            from ledger_entries join ledger_transfers on id = transfer_id
            where account = ${sql.lit(account)} group by quest_id`,
        ),
    }),
  ),
  {
    kind: 'ledger',
    says: 'work that is released without one payment, or paid without being released',
    find: () =>
      differ(
        raw(`select quest_id || ' ' || farmer as what, 1 as n from assignments where status = 'released'`),
        // The ledger is never altered: it names people who left by their wallets.
        raw(`select t.quest_id || ' ' || coalesce(w.pseudonym, party) as what, count(*) as n
          from ledger_entries join ledger_transfers t on t.id = transfer_id
          left join pseudonyms w on w.quest_id = t.quest_id and w.address = party
          where account = 'released' and substr(t.id, 1, 8) <> 'reclaim:' group by t.quest_id, party, w.pseudonym`),
      ),
  },
  {
    kind: 'ledger',
    says: 'a finished quest with places that are neither paid nor refunded',
    find: () =>
      raw(`select id as what from quests where rail = 'ledger' and status in ('completed', 'cancelled')
        and max_farmers <> released + refunded`) as never,
  },
  {
    kind: 'ledger',
    says: 'an address whose earnings, or payments, are not the sum of its work',
    find: db =>
      differ(
        sql`select who || ' as ' || role || ' ' || token as what, ${sumUnits(db, unitsOf(db, sql`amount`))} as n from (
            select farmer as who, 'farmer' as role, token, coalesce(paid, amount) as amount from assignments where status = 'released'
            union all
            select giver as who, 'giver' as role, token, coalesce(paid, amount) as amount from assignments where status = 'released'
          ) as paid group by who, role, token`,
        raw(`select address || ' as ' || role || ' ' || token as what, units as n from address_amounts`),
      ),
  },
]
