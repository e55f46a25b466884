"""SQL for what the tests need and no request creates at once."""

from typing import Final

JOIN: Final = """
-- Seen throughout the tests, however long they take.
with opened as (
  insert into meetings (id, external_id, consult_id, opened_at)
  values (:meeting_id, :external_id, :consult_id, now() - interval '1 hour') returning id, opened_at
), invited as (
  insert into meeting_guests
    (id, meeting_id, name, kind, invited_by_id, invited_at, opens_until, link_digest, state, seen_at)
  select :guest_id, id, 'Guest', 'family', :user_id, now(), now() + interval '30 minutes', uuid_send(:guest_id),
    'waiting', now()
  from opened
)
insert into meeting_attendees (id, meeting_id, user_id, joined_at, seen_at)
select :attendee_id, id, :user_id, opened_at, now() + interval '1 hour' from opened
"""
CHECK_IN: Final = """
insert into check_ins (user_id, role_id, service_line_id, phone_number, "primary", checked_in_at)
values (:user, :role, :line, :phone, true, now())
"""
FAIL_FILINGS: Final = """
with note as (
  insert into sign_off_notes (consult_id, status, signatory_id, signed_off_at)
  select id, 'Signed', :author, now() from consults
), version as (
  insert into sign_off_versions (consult_id, version, doc_type, content_sha256, author_id, created_at)
  select id, 1, 'Note', '', :author, now() from consults
), delivery as (
  insert into deliveries (channel, lane, receiver, reference, state, reason, created_at, wanted_at, told_at)
  select 'filing', id::text, 'record', left(replace(id::text, '-', ''), 20), 'failed', 'AE', now(), now(), now()
  from consults returning id, lane
)
insert into sign_off_deliveries (delivery_id, consult_id, version) select id, lane::uuid, 1 from delivery
"""
HOLD_FILINGS: Final = "update deliveries set state = 'waiting', reason = 'mismatch', held_at = now()"
WRITE_DRAFTS: Final = """
with note as (
  insert into sign_off_notes (consult_id, status, locked_by_id, locked_at)
  select id, 'Draft', cast(:writer as int), case when cast(:writer as int) is not null then now() end from consults
)
insert into sign_off_drafts (consult_id, content, author_id, saved_at)
select id, '{"hpi": "Woke up with symptoms"}', :author, now() from consults
"""
FAIL_FAXES: Final = """
with note as (
  insert into sign_off_notes (consult_id, status, signatory_id, signed_off_at)
  select id, 'Signed', :author, now() from consults
), signed as (
  insert into sign_off_versions (consult_id, version, doc_type, content, content_sha256, author_id, created_at)
  select id, 1, 'Note', cast(:note as jsonb), '', :author, now() from consults
  union all
  select id, 2, 'Fax', '{"faxNumber": "(555) 010-0177", "version": 1}', '', :author, now() from consults
), document as (
  insert into sign_off_documents (consult_id, version, pdf, sha256, made_at)
  select id, 1, '%PDF', '', now() from consults
), delivery as (
  insert into deliveries (channel, lane, receiver, reference, state, reason, created_at, wanted_at, told_at)
  select 'fax', 'fax ' || id || ' 2', 'fax', left(replace(id::text, '-', ''), 20), 'failed', 'busy', now(), now(), now()
  from consults returning id, lane
)
insert into sign_off_deliveries (delivery_id, consult_id, version)
select id, split_part(lane, ' ', 2)::uuid, 2 from delivery
"""
PAGE_EVERYONE: Final = """
insert into paged_people (escalation_id, user_id, target, first_at)
select escalations.id, users.id, 'allNotifications', escalations.started_at
from escalations cross join users
where kind = 'request'
on conflict (escalation_id, user_id) do update set not_paged = null
"""
ADD_CONTACTS: Final = """
    insert into contacts (user_id, kind, address, label, position, delay_seconds, created_at, verified_at)
    select id, 'text', '(555) 010-0142', 'Cell phone', 0, 0, now(), now() from users
"""
ADD_SCHEDULES: Final = """
-- A calendar has the id of its schedule, and an address a million more than its owner's.
with schedule as (
  insert into call_schedules (service_line_id, name, time_zone, "primary", rotations, version, saved_at, saved_by_id)
  select id, 'First call', 'America/New_York', true, '[]', 1, now(), :user_id from service_lines returning id
), calendar as (
  insert into imported_calendars
    (id, schedule_id, name, layer, content, entries, remarks, read_until, fetched_at, tried_at, version)
  select id, id, 'Group calendar', 0, '', '[]', '[]', now(), now(), now(), 1 from schedule
), link as (
  insert into calendar_links (id, user_id, digest, created_at)
  select 1000000 + id, id, sha256(cast(username as bytea)), now() from users
)
insert into schedule_changes (schedule_id, kind, starts_at, ends_at, made_at, made_by_id, copy_id)
select id, 'only', now() + interval '1 day', now() + interval '2 days', now(), :user_id, 1 from schedule
"""
PLAN_EVERYONE: Final = """
insert into planned_shifts (schedule_id, user_id, starts_at, ends_at)
select call_schedules.id, users.id, now() + interval '1 day', now() + interval '2 days'
from call_schedules, users where users.id <> :giver
"""
COVERS_PER_SCHEDULE: Final = 1_000
"""A request for cover has the id of its schedule times this, plus that of the person whom it is about."""
ASK_EACH_FOR_COVER: Final = """
with shift as (
  insert into planned_shifts (schedule_id, user_id, starts_at, ends_at)
  select id, :giver, now() + interval '1 day', now() + interval '2 days' from call_schedules
)
insert into cover_requests (id, schedule_id, asked_by_id, asked_at, starts_at, ends_at, offered_to_id)
select
  call_schedules.id * 1000 + users.id, call_schedules.id, :giver,
  now(), now() + interval '1 day', now() + interval '2 days', users.id
from call_schedules, users
"""
LET_EACH_ASK_FOR_COVER: Final = """
insert into cover_requests (id, schedule_id, asked_by_id, asked_at, starts_at, ends_at)
select
  call_schedules.id * 1000 + users.id, call_schedules.id, users.id,
  now(), now() + interval '1 day', now() + interval '2 days'
from call_schedules, users where users.id <> :giver
"""
COPY_ID: Final = 1
"""Of all changes in `ADD_SCHEDULES`."""
