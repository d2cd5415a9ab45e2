/** Functions and triggers of PostgreSQL. */
export const triggers = [
  `create function add_units(a text, b text) returns text language sql immutable return (((a)::numeric + (b)::numeric))::text`,
  `create function moderation_log_let_go() returns trigger language plpgsql as $$ begin
         if new.id <> old.id or new.at <> old.at or new.action <> old.action or new.kind <> old.kind or not exists (select 1 from departures where erased_at is null) then raise exception 'moderation_log is append-only'; end if;
         return new;
       end $$`,
  `create function note_payment_price() returns trigger language plpgsql as $$
      begin 
  insert into payment_prices (quest_id, farmer, tries, check_at) values (new.quest_id, new.farmer, 0, 0)
  on conflict (quest_id, farmer) do update set paid_at = null, price = null, currency = null, price_at = null,
    tries = 0, check_at = 0; return null; end $$`,
  `create function opened_again() returns trigger language plpgsql as $$ begin insert into opened_quests (quest_id, number)
    select new.id, new.events where exists (select 1 from saved_filters) on conflict (quest_id, number) do nothing; return null; end $$`,
  `create function opened_at_post() returns trigger language plpgsql as $$ begin insert into opened_quests (quest_id, number)
    select new.id, new.events where exists (select 1 from saved_filters) on conflict (quest_id, number) do nothing; return null; end $$`,
  `create function opened_by_funds() returns trigger language plpgsql as $$ begin insert into opened_quests (quest_id, number)
    select q.id, q.events from quests q where q.id = new.quest_id and q.status = 'open' and q.hidden_at is null and exists (select 1 from saved_filters) on conflict (quest_id, number) do nothing; return null; end $$`,
  `create function opened_over() returns trigger language plpgsql as $$ begin insert into opened_quests (quest_id, number)
    select new.id, new.events where exists (select 1 from told_quests where quest_id = new.id) on conflict (quest_id, number) do nothing; return null; end $$`,
  `create function outbox_of_broadcasts() returns trigger language plpgsql as $$ begin 
    insert into outbox_spreads (letter, topic, at, upto)
    select new.id, 'broadcast', new.sent_at, '' where exists (select 1 from subscriptions); return null; end $$`,
  `create function outbox_of_mail() returns trigger language plpgsql as $$ begin 
    insert into outbox (channel, letter, address, topic, at, digest, due_at)
    select s.id, new.id, s.address, coalesce(new.topic, case when new.official = 1 then new.type else 'letter' end), new.sent_at,
      case when s.daily = 1 then new.sent_at / 86400000 end,
      case when s.daily = 1 then (new.sent_at / 86400000 + 1) * 86400000 + 600000 else new.sent_at end
    from subscriptions s
    where s.address = new.owner and s.state = 'on' and position(' ' || coalesce(new.topic, case when new.official = 1 then new.type else 'letter' end) || ' ' in s.topics) > 0; return null; end $$`,
  `create function picture_gone_with_files() returns trigger language plpgsql as $$ begin delete from pictures where source = old.id; return null; end $$`,
  `create function picture_gone_with_profiles() returns trigger language plpgsql as $$ begin delete from pictures where subject = old.address; return null; end $$`,
  `create function quest_events_let_go() returns trigger language plpgsql as $$ begin
         if new.quest_id <> old.quest_id or new.number <> old.number or new.at <> old.at or new.kind <> old.kind or not exists (select 1 from departures where erased_at is null) then raise exception 'quest_events is append-only'; end if;
         return new;
       end $$`,
  `create function quest_revisions_let_go() returns trigger language plpgsql as $$ begin
         if new.quest_id <> old.quest_id or new.number <> old.number or new.at <> old.at or not exists (select 1 from departures where erased_at is null) then raise exception 'quest_revisions is append-only'; end if;
         return new;
       end $$`,
  `create function queue_audit_access() returns trigger language plpgsql as $$
      begin
        insert into audit_queue (at, source, key) select new.at, 'access', new.id where new.kept = 0 on conflict do nothing;
        return null;
      end $$`,
  `create function queue_audit_act() returns trigger language plpgsql as $$
      begin
        insert into audit_queue (at, source, key) select new.at, 'act', new.id where new.kept = 1 on conflict do nothing;
        return null;
      end $$`,
  `create function queue_audit_attempt() returns trigger language plpgsql as $$
      begin
        insert into audit_queue (at, source, key) select new.at, 'attempt', new.hash where true on conflict do nothing;
        return null;
      end $$`,
  `create function queue_audit_chain_event() returns trigger language plpgsql as $$
      begin
        insert into audit_queue (at, source, key) select new.at, 'chain-event', new.hash || ' ' || new.log_index where true on conflict do nothing;
        return null;
      end $$`,
  `create function queue_audit_event() returns trigger language plpgsql as $$
      begin
        insert into audit_queue (at, source, key) select new.at, 'event', new.quest_id || ' ' || new.number where exists (select 1 from sealed_kinds k where k.kind = new.kind) on conflict do nothing;
        return null;
      end $$`,
  `create function queue_audit_transfer() returns trigger language plpgsql as $$
      begin
        insert into audit_queue (at, source, key) select new.at, 'transfer', new.id where true on conflict do nothing;
        return null;
      end $$`,
  `create function refuse_backed_change() returns trigger language plpgsql as $$
      begin raise exception 'others add to the reward of this quest: its token and its places stay'; end $$`,
  `create function refuse_call_for_one() returns trigger language plpgsql as $$
      begin
        if new.farmer is not null and exists (select 1 from team_members t
  where t.quest_id = new.quest_id and t.farmer = new.farmer) then raise exception 'the work of a shared place is proposed by a version that pays its members'; end if;
        return new;
      end $$`,
  `create function refuse_call_for_winner() returns trigger language plpgsql as $$
      begin
        if new.farmer is not null and exists (select 1 from escrows e
  where e.quest_id = new.quest_id and e.prizes_account <> new.farmer) then raise exception 'the prizes of a contest are paid by a version that knows their account'; end if;
        return new;
      end $$`,
  `create function refuse_change() returns trigger language plpgsql as $$ begin raise exception '% is append-only', tg_table_name; end $$`,
  `create function refuse_companion_as_work() returns trigger language plpgsql as $$
      begin
        if new.status = 'released' and (new.backing <> 'companion' or new.counted <> 0)
  and exists (select 1 from quests q where q.id = new.quest_id and q.companion_of is not null) then raise exception 'this adds to the reward of another quest, and follows it'; end if;
        return new;
      end $$`,
  `create function refuse_companion_change() returns trigger language plpgsql as $$
      begin
        if new.companion_of is not null and (new.hidden_at is null or new.amount <> old.amount
  or new.token <> old.token or new.max_farmers <> old.max_farmers or (new.rail = 'ledger' and old.closed is null and new.closed is not null
  and exists (select 1 from assignments a where a.quest_id = new.companion_of
    and a.status in ('accepted', 'in-review', 'disputed')))) then raise exception 'this adds to the reward of another quest, and follows it'; end if;
        return new;
      end $$`,
  `create function refuse_ledger_change() returns trigger language plpgsql as $$ begin raise exception 'the ledger is append-only'; end $$`,
  `create function refuse_out_of_turn() returns trigger language plpgsql as $$
      begin
        if exists (
  select 1 from quests q join quests b on b.plan = q.plan and b.plan_place = q.plan_place - 1
  where q.id = new.quest_id and q.plan is not null and case
    when exists (select 1 from assignments r where r.quest_id = b.id and r.status = 'released' and r.team_of is null)
    then (select min(r.released_at) from assignments r
        where r.quest_id = b.id and r.status = 'released' and r.team_of is null) + 259200000 > new.accepted_at
      and not exists (select 1 from assignments r where r.quest_id = b.id and r.farmer = new.farmer
        and r.status = 'released' and r.team_of is null)
    else b.hidden_at is null and b.closed is null and (b.deadline is null or b.deadline > new.accepted_at)
      and b.status in ('open', 'in-progress', 'in-review', 'disputed') end)
  and not exists (select 1 from assignments w where w.quest_id = new.quest_id and w.farmer = new.farmer
    and w.status in ('accepted', 'in-review', 'disputed', 'released', 'refunded')) then raise exception 'this part of a plan is not open yet to this farmer'; end if;
        return new;
      end $$`,
  `create function refuse_whole_release() returns trigger language plpgsql as $$
      begin
        if new.status = 'released' and new.state like '%"team":{%' then raise exception 'a shared place is released by a version that pays its members'; end if;
        return new;
      end $$`,
  `create function refuse_without_ballots() returns trigger language plpgsql as $$
      begin
        if old.contest_due is not null and old.contest like '%"rankBy":"votes"%'
  and new.contest not like '%"counted":{%' and new.closed is distinct from 'cancelled'
  and new.contest_due is distinct from old.contest_due then raise exception 'a contest that members rank is decided by a version that knows their ballots'; end if;
        return new;
      end $$`,
  `create function refuse_without_entries() returns trigger language plpgsql as $$
      begin
        if old.contest_due is not null and new.contest_due is not null and (
  new.taken <> old.taken or new.returned <> old.returned or new.max_farmers <> old.max_farmers
  or new.amount <> old.amount or new.closed is distinct from old.closed or new.deadline is distinct from old.deadline) then raise exception 'a contest is decided by a version that knows its entries'; end if;
        return new;
      end $$`,
  `create function remove_proposal_works() returns trigger language plpgsql as $$
      begin delete from proposal_works where proposal_id = old.proposal_id; return null; end $$`,
  `create function rename_in_proposals() returns trigger language plpgsql as $$
      begin 
  update ballots set pay = replace(pay, old.farmer, new.farmer), erased = 1 where proposal_id in (
    select proposal_id from proposal_works where quest_id = new.quest_id and farmer = old.farmer);
  update proposal_works set farmer = new.farmer where quest_id = new.quest_id and farmer = old.farmer; return null; end $$`,
  `create function rename_payment_price() returns trigger language plpgsql as $$
      begin 
  update payment_prices set farmer = new.farmer where quest_id = new.quest_id and farmer = old.farmer; return null; end $$`,
  `create function revoke_credentials() returns trigger language plpgsql as $$ begin update credentials set revoked = 'payment'
  where quest_id = new.quest_id and farmer = new.farmer and revoked is null; return null; end $$`,
  `create function wake_companions_of_deposit() returns trigger language plpgsql as $$
      begin update backed_quests set changes = changes + 1, follow_at = 0 where quest_id = (select companion_of from quests where id = new.quest_id); return null; end $$`,
  `create function wake_companions_of_place() returns trigger language plpgsql as $$
      begin update backed_quests set changes = changes + 1, follow_at = 0 where quest_id = new.quest_id; return null; end $$`,
  `create function wake_companions_of_quest() returns trigger language plpgsql as $$
      begin update backed_quests set changes = changes + 1, follow_at = 0 where quest_id = new.id; return null; end $$`,
  `create function wake_quest_of_companion() returns trigger language plpgsql as $$
      begin update backed_quests set changes = changes + 1, follow_at = 0 where quest_id = new.companion_of; return null; end $$`,
  `create trigger assignments_backed after update on assignments for each row when (((old.status <> new.status) and (new.status = any (array['accepted'::text, 'released'::text, 'refunded'::text, 'withdrawn'::text, 'expired'::text, 'cancelled'::text])))) execute function wake_companions_of_place()`,
  `create trigger assignments_in_proposals after update of farmer on assignments for each row when ((old.farmer <> new.farmer)) execute function rename_in_proposals()`,
  `create trigger assignments_in_turn before insert on assignments for each row when ((new.status = 'accepted'::text)) execute function refuse_out_of_turn()`,
  `create trigger assignments_of_companions before update on assignments for each row when (((new.status = 'released'::text) and ((new.backing <> 'companion'::text) or (new.counted <> 0)))) execute function refuse_companion_as_work()`,
  `create trigger assignments_price_renamed after update of farmer on assignments for each row when ((old.farmer <> new.farmer)) execute function rename_payment_price()`,
  `create trigger assignments_priced after update on assignments for each row when ((((new.payment = 'paid'::text) and (coalesce(old.payment, ''::text) <> 'paid'::text)) or ((new.rail = 'chain'::text) and (new.status = 'released'::text) and (old.status <> 'released'::text)))) execute function note_payment_price()`,
  `create trigger assignments_shared before update on assignments for each row execute function refuse_whole_release()`,
  `create trigger credentials_of_unpaid after update of status, payment, unpaid, reclaimed_at on assignments for each row when (((old.status = 'released'::text) and ((coalesce(old.payment, ''::text) = 'paid'::text) or ((old.rail = 'chain'::text) and (coalesce(old.unpaid, 'giver'::text) = 'giver'::text) and (old.reclaimed_at is null))) and (not ((new.status = 'released'::text) and ((coalesce(new.payment, ''::text) = 'paid'::text) or ((new.rail = 'chain'::text) and (coalesce(new.unpaid, 'giver'::text) = 'giver'::text) and (new.reclaimed_at is null))))))) execute function revoke_credentials()`,
  `create trigger audit_access after insert on audit_notes for each row execute function queue_audit_access()`,
  `create trigger audit_act after insert on audit_notes for each row execute function queue_audit_act()`,
  `create trigger audit_notes_no_delete before delete on audit_notes for each row when ((old.kept = 1)) execute function refuse_change()`,
  `create trigger audit_notes_no_update before update on audit_notes for each row execute function refuse_change()`,
  `create trigger audit_seals_no_delete before delete on audit_seals for each row when ((old.source <> all (array['access'::text, 'thinned'::text]))) execute function refuse_change()`,
  `create trigger audit_seals_no_update before update on audit_seals for each row execute function refuse_change()`,
  `create trigger ballots_with_works after delete on ballots for each row when ((old.pay is not null)) execute function remove_proposal_works()`,
  `create trigger outbox_of_broadcasts after insert on broadcasts for each row when (true) execute function outbox_of_broadcasts()`,
  `create trigger audit_attempt after insert on escrow_attempts for each row execute function queue_audit_attempt()`,
  `create trigger escrow_calls_prizes before insert on escrow_calls for each row execute function refuse_call_for_winner()`,
  `create trigger escrow_calls_shared before insert on escrow_calls for each row execute function refuse_call_for_one()`,
  `create trigger audit_chain_event after insert on escrow_events for each row execute function queue_audit_chain_event()`,
  `create trigger escrows_backed after update on escrows for each row when (((old.status <> new.status) and (new.status = 'funded'::text))) execute function wake_companions_of_deposit()`,
  `create trigger opened_by_funds after update on escrows for each row when (((new.status = 'funded'::text) and (old.status = 'unfunded'::text))) execute function opened_by_funds()`,
  `create trigger picture_of_deleted_files after delete on files for each row execute function picture_gone_with_files()`,
  `create trigger ledger_entries_append_only before delete or update on ledger_entries for each row execute function refuse_ledger_change()`,
  `create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_ledger_change()`,
  `create trigger audit_transfer after insert on ledger_transfers for each row execute function queue_audit_transfer()`,
  `create trigger ledger_transfers_append_only before delete or update on ledger_transfers for each row execute function refuse_ledger_change()`,
  `create trigger ledger_transfers_no_truncate before truncate on ledger_transfers for each statement execute function refuse_ledger_change()`,
  `create trigger outbox_of_mail after insert on mail for each row when (((new.owner = new.recipient) and (new.owner <> new.sender))) execute function outbox_of_mail()`,
  `create trigger moderation_log_append_only before delete on moderation_log for each row execute function refuse_change()`,
  `create trigger moderation_log_no_truncate before truncate on moderation_log for each statement execute function refuse_change()`,
  `create trigger moderation_log_no_update before update on moderation_log for each row execute function moderation_log_let_go()`,
  `create trigger picture_of_changed_profiles after update of profile_photo, hidden_at on profiles for each row when (((old.profile_photo <> new.profile_photo) or (new.hidden_at is not null))) execute function picture_gone_with_profiles()`,
  `create trigger picture_of_deleted_profiles after delete on profiles for each row execute function picture_gone_with_profiles()`,
  `create trigger audit_event after insert on quest_events for each row execute function queue_audit_event()`,
  `create trigger quest_events_append_only before delete on quest_events for each row execute function refuse_change()`,
  `create trigger quest_events_no_truncate before truncate on quest_events for each statement execute function refuse_change()`,
  `create trigger quest_events_no_update before update on quest_events for each row execute function quest_events_let_go()`,
  `create trigger quest_revisions_append_only before delete on quest_revisions for each row execute function refuse_change()`,
  `create trigger quest_revisions_no_truncate before truncate on quest_revisions for each statement execute function refuse_change()`,
  `create trigger quest_revisions_no_update before update on quest_revisions for each row execute function quest_revisions_let_go()`,
  `create trigger opened_again after update on quests for each row when (((new.status = 'open'::text) and (new.hidden_at is null) and (not ((old.status = 'open'::text) and (old.hidden_at is null))))) execute function opened_again()`,
  `create trigger opened_at_post after insert on quests for each row when (((new.status = 'open'::text) and (new.hidden_at is null))) execute function opened_at_post()`,
  `create trigger opened_over after update on quests for each row when (((new.status = any (array['completed'::text, 'cancelled'::text])) and (not (old.status = any (array['completed'::text, 'cancelled'::text]))))) execute function opened_over()`,
  `create trigger quests_backed after update on quests for each row when (((old.status <> new.status) and (new.status = any (array['completed'::text, 'cancelled'::text])))) execute function wake_companions_of_quest()`,
  `create trigger quests_contest before update on quests for each row when ((old.contest_due is not null)) execute function refuse_without_entries()`,
  `create trigger quests_contest_votes_guard before update on quests for each row when ((old.contest_due is not null)) execute function refuse_without_ballots()`,
  `create trigger quests_of_backers before update on quests for each row when ((new.companion_of is not null)) execute function refuse_companion_change()`,
  `create trigger quests_unbacked after update on quests for each row when (((new.companion_of is not null) and (new.rail = 'chain'::text) and (old.closed is null) and (new.closed is not null))) execute function wake_quest_of_companion()`,
  `create trigger quests_with_backers before update on quests for each row when (((coalesce(new.backers, 0) > 0) and ((new.token <> old.token) or (new.max_farmers <> old.max_farmers)))) execute function refuse_backed_change()`,
]
