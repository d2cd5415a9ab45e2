/** Triggers of SQLite, in the order in which the migrations made them. */
export const triggers = [
  `create trigger ledger_transfers_no_update before update on ledger_transfers
    begin select raise(abort, 'the ledger is append-only'); end`,
  `create trigger ledger_transfers_no_delete before delete on ledger_transfers
    begin select raise(abort, 'the ledger is append-only'); end`,
  `create trigger ledger_entries_no_update before update on ledger_entries
    begin select raise(abort, 'the ledger is append-only'); end`,
  `create trigger ledger_entries_no_delete before delete on ledger_entries
    begin select raise(abort, 'the ledger is append-only'); end`,
  `create trigger quest_events_no_delete before delete on quest_events
    begin select raise(abort, 'quest_events is append-only'); end`,
  `create trigger audit_transfer after insert on ledger_transfers when true
    begin insert or ignore into audit_queue (at, source, key) values (new.at, 'transfer', new.id); end`,
  `create trigger audit_chain_event after insert on escrow_events when true
    begin insert or ignore into audit_queue (at, source, key) values (new.at, 'chain-event', new.hash || ' ' || new.log_index); end`,
  `create trigger audit_attempt after insert on escrow_attempts when true
    begin insert or ignore into audit_queue (at, source, key) values (new.at, 'attempt', new.hash); end`,
  `create trigger audit_act after insert on audit_notes when new.kept = 1
    begin insert or ignore into audit_queue (at, source, key) values (new.at, 'act', new.id); end`,
  `create trigger audit_access after insert on audit_notes when new.kept = 0
    begin insert or ignore into audit_queue (at, source, key) values (new.at, 'access', new.id); end`,
  `create trigger audit_notes_no_update before update on audit_notes begin select raise(abort, 'audit_notes is append-only'); end`,
  `create trigger audit_notes_no_delete before delete on audit_notes when old.kept = 1 begin select raise(abort, 'audit_notes is append-only'); end`,
  `create trigger audit_seals_no_update before update on audit_seals begin select raise(abort, 'audit_seals is append-only'); end`,
  `create trigger audit_seals_no_delete before delete on audit_seals when old.source not in ('access', 'thinned') begin select raise(abort, 'audit_seals is append-only'); end`,
  `create trigger quest_revisions_no_delete before delete on quest_revisions
    begin select raise(abort, 'quest_revisions is append-only'); end`,
  `create trigger quest_events_no_update before update on quest_events when new.quest_id <> old.quest_id or new.number <> old.number or new.at <> old.at or new.kind <> old.kind or not exists (select 1 from departures where erased_at is null)
    begin select raise(abort, 'quest_events is append-only'); end`,
  `create trigger quest_revisions_no_update before update on quest_revisions when new.quest_id <> old.quest_id or new.number <> old.number or new.at <> old.at or not exists (select 1 from departures where erased_at is null)
    begin select raise(abort, 'quest_revisions is append-only'); end`,
  `create trigger moderation_log_no_delete before delete on moderation_log
    begin select raise(abort, 'moderation_log is append-only'); end`,
  `create trigger moderation_log_no_update before update on moderation_log when new.id <> old.id or new.at <> old.at or new.action <> old.action or new.kind <> old.kind or not exists (select 1 from departures where erased_at is null)
    begin select raise(abort, 'moderation_log is append-only'); end`,
  `create trigger outbox_of_mail after insert on mail when new.owner = new.recipient and new.owner <> new.sender
    begin
    insert into outbox (channel, letter, address, topic, at, digest, due_at)
    select s.id, new.id, s.address, coalesce(new.topic, case when new.official = 1 then new.type else 'letter' end), new.sent_at,
    case when s.daily = 1 then new.sent_at / 86400000 end,
    case when s.daily = 1 then (new.sent_at / 86400000 + 1) * 86400000 + 600000 else new.sent_at end
    from subscriptions s
    where s.address = new.owner and s.state = 'on' and instr(s.topics, ' ' || coalesce(new.topic, case when new.official = 1 then new.type else 'letter' end) || ' ') > 0; end`,
  `create trigger outbox_of_broadcasts after insert on broadcasts when true
    begin
    insert into outbox_spreads (letter, topic, at, upto)
    select new.id, 'broadcast', new.sent_at, '' where exists (select 1 from subscriptions); end`,
  `create trigger picture_of_deleted_profiles after delete on profiles for each row begin delete from pictures where subject = old.address; end`,
  `create trigger picture_of_changed_profiles after update of profile_photo, hidden_at on profiles for each row when (old.profile_photo <> new.profile_photo or new.hidden_at is not null) begin delete from pictures where subject = old.address; end`,
  `create trigger picture_of_deleted_files after delete on files for each row begin delete from pictures where source = old.id; end`,
  `create trigger audit_event after insert on quest_events when exists (select 1 from sealed_kinds k where k.kind = new.kind)
    begin insert or ignore into audit_queue (at, source, key) values (new.at, 'event', new.quest_id || ' ' || new.number); end`,
  `create trigger opened_at_post after insert on quests when new.status = 'open' and new.hidden_at is null begin insert into opened_quests (quest_id, number)
    select new.id, new.events where exists (select 1 from saved_filters) on conflict (quest_id, number) do nothing; end`,
  `create trigger opened_again after update on quests when new.status = 'open' and new.hidden_at is null and not (old.status = 'open' and old.hidden_at is null) begin insert into opened_quests (quest_id, number)
    select new.id, new.events where exists (select 1 from saved_filters) on conflict (quest_id, number) do nothing; end`,
  `create trigger opened_over after update on quests when new.status in ('completed', 'cancelled') and not (old.status in ('completed', 'cancelled')) begin insert into opened_quests (quest_id, number)
    select new.id, new.events where exists (select 1 from told_quests where quest_id = new.id) on conflict (quest_id, number) do nothing; end`,
  `create trigger opened_by_funds after update on escrows when new.status = 'funded' and old.status = 'unfunded' begin insert into opened_quests (quest_id, number)
    select q.id, q.events from quests q where q.id = new.quest_id and q.status = 'open' and q.hidden_at is null and exists (select 1 from saved_filters) on conflict (quest_id, number) do nothing; end`,
  `create trigger assignments_shared before update on assignments when new.status = 'released' and new.state like '%"team":{%'
    begin select raise(abort, 'a shared place is released by a version that pays its members'); end`,
  `create trigger credentials_of_unpaid after update of status, payment, unpaid, reclaimed_at on assignments when (old.status = 'released' and (coalesce(old.payment, '') = 'paid'
    or (old.rail = 'chain' and coalesce(old.unpaid, 'giver') = 'giver' and old.reclaimed_at is null))) and not (new.status = 'released' and (coalesce(new.payment, '') = 'paid'
    or (new.rail = 'chain' and coalesce(new.unpaid, 'giver') = 'giver' and new.reclaimed_at is null))) begin update credentials set revoked = 'payment'
    where quest_id = new.quest_id and farmer = new.farmer and revoked is null; end`,
  `create trigger assignments_in_turn before insert on assignments
    when new.status = 'accepted' and exists (
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
    and w.status in ('accepted', 'in-review', 'disputed', 'released', 'refunded'))
    begin select raise(abort, 'this part of a plan is not open yet to this farmer'); end`,
  `create trigger quests_contest before update on quests when old.contest_due is not null and new.contest_due is not null and (
    new.taken <> old.taken or new.returned <> old.returned or new.max_farmers <> old.max_farmers
    or new.amount <> old.amount or new.closed is not old.closed or new.deadline is not old.deadline)
    begin select raise(abort, 'a contest is decided by a version that knows its entries'); end`,
  `create trigger assignments_backed after update of status on assignments when old.status <> new.status and new.status in ('accepted', 'released', 'refunded', 'withdrawn', 'expired', 'cancelled')
    begin update backed_quests set changes = changes + 1, follow_at = 0 where quest_id = new.quest_id; end`,
  `create trigger quests_backed after update of status on quests when old.status <> new.status and new.status in ('completed', 'cancelled')
    begin update backed_quests set changes = changes + 1, follow_at = 0 where quest_id = new.id; end`,
  `create trigger assignments_of_companions before update on assignments when new.status = 'released' and (new.backing <> 'companion' or new.counted <> 0)
    and exists (select 1 from quests q where q.id = new.quest_id and q.companion_of is not null)
    begin select raise(abort, 'this adds to the reward of another quest, and follows it'); end`,
  `create trigger quests_with_backers before update on quests when coalesce(new.backers, 0) > 0 and (new.token <> old.token or new.max_farmers <> old.max_farmers)
    begin select raise(abort, 'others add to the reward of this quest: its token and its places stay'); end`,
  `create trigger assignments_in_proposals after update of farmer on assignments when old.farmer <> new.farmer
    begin
    update ballots set pay = replace(pay, old.farmer, new.farmer), erased = 1 where proposal_id in (
    select proposal_id from proposal_works where quest_id = new.quest_id and farmer = old.farmer);
    update proposal_works set farmer = new.farmer where quest_id = new.quest_id and farmer = old.farmer; end`,
  `create trigger ballots_with_works after delete on ballots when old.pay is not null begin delete from proposal_works where proposal_id = old.proposal_id; end`,
  `create trigger assignments_priced after update on assignments when (new.payment = 'paid' and coalesce(old.payment, '') <> 'paid')
    or (new.rail = 'chain' and new.status = 'released' and old.status <> 'released') begin
    insert into payment_prices (quest_id, farmer, tries, check_at) values (new.quest_id, new.farmer, 0, 0)
    on conflict (quest_id, farmer) do update set paid_at = null, price = null, currency = null, price_at = null,
    tries = 0, check_at = 0; end`,
  `create trigger assignments_price_renamed after update of farmer on assignments when old.farmer <> new.farmer
    begin
    update payment_prices set farmer = new.farmer where quest_id = new.quest_id and farmer = old.farmer; end`,
  `create trigger quests_contest_votes_guard before update on quests when old.contest_due is not null and old.contest like '%"rankBy":"votes"%'
    and new.contest not like '%"counted":{%' and new.closed is not 'cancelled'
    and new.contest_due is not old.contest_due
    begin select raise(abort, 'a contest that members rank is decided by a version that knows their ballots'); end`,
  `create trigger escrows_backed after update of status on escrows when old.status <> new.status and new.status = 'funded' begin update backed_quests set changes = changes + 1, follow_at = 0 where quest_id = (select companion_of from quests where id = new.quest_id); end`,
  `create trigger quests_unbacked after update of closed on quests when new.companion_of is not null and new.rail = 'chain' and old.closed is null and new.closed is not null
    begin update backed_quests set changes = changes + 1, follow_at = 0 where quest_id = new.companion_of; end`,
  `create trigger quests_of_backers before update on quests when new.companion_of is not null and (new.hidden_at is null or new.amount <> old.amount
    or new.token <> old.token or new.max_farmers <> old.max_farmers or (new.rail = 'ledger' and old.closed is null and new.closed is not null
    and exists (select 1 from assignments a where a.quest_id = new.companion_of
    and a.status in ('accepted', 'in-review', 'disputed'))))
    begin select raise(abort, 'this adds to the reward of another quest, and follows it'); end`,
  `create trigger escrow_calls_shared before insert on escrow_calls when new.farmer is not null and exists (select 1 from team_members t
    where t.quest_id = new.quest_id and t.farmer = new.farmer)
    begin select raise(abort, 'the work of a shared place is proposed by a version that pays its members'); end`,
  `create trigger escrow_calls_prizes before insert on escrow_calls when new.farmer is not null and exists (select 1 from escrows e
    where e.quest_id = new.quest_id and e.prizes_account <> new.farmer)
    begin select raise(abort, 'the prizes of a contest are paid by a version that knows their account'); end`,
]
