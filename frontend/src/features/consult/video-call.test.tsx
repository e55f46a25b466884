import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import type { Person } from '@/api/generated/types.gen';
import { CONSULT_ID, dana, makePsychConsult } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { onPhone, showConsult } from '@/testing/show-consult';

import type { MeetingControls } from './page-context';

const JOIN = 'Join Video Call';
const SHOW = 'Show Video Call';

const acknowledged = { acknowledgedAt: '2024-03-05T14:02:00Z', acknowledgedBy: 1, acknowledgedByUser: dana };
const joinable = makePsychConsult({ allowedActions: ['joinChime'] });

/** The call of this window, as the page sees it. */
function makeMeeting(change: Partial<MeetingControls> = {}) {
  return { consultId: null, joining: false, join: vi.fn(), show: vi.fn(), ...change };
}

/** The visible buttons of a consult's actions. */
async function actions() {
  await screen.findByRole('heading', { level: 1 });
  const group = screen.queryByRole('group', { name: 'Actions' });
  return group === null ? [] : within(group).getAllByRole('button');
}

const names = async () => (await actions()).map(({ ariaLabel, textContent }) => ariaLabel ?? textContent);

describe('the button of the video call', () => {
  it('[INFO-07] [DET-18] [DET-19] [CONST-11] [BPERM-20] is shown first, the rooms behind it, and it opens no new window', async () => {
    const open = vi.spyOn(window, 'open');
    const allowedActions = ['joinChime', 'joinVidyo'] as const;
    const meeting = makeMeeting();
    const consult = makePsychConsult({ allowedActions: [...allowedActions] });
    showConsult(consult, { meeting });
    expect(await names()).toEqual([JOIN, 'Other Ways to Join']);
    await userEvent.click(screen.getByRole('button', { name: JOIN }));
    expect(meeting.join).toHaveBeenCalledExactlyOnceWith(consult);
    expect(meeting.show).not.toHaveBeenCalled();
    expect(open).not.toHaveBeenCalled();
    open.mockRestore();
  });

  it('is behind the way that the location prefers, which the server lists first', async () => {
    const meeting = makeMeeting({ check: vi.fn() });
    const consult = makePsychConsult({ allowedActions: ['joinVidyo', 'joinChime', 'joinCoreVideo'] });
    showConsult(consult, { meeting });
    expect(await names()).toEqual(['Join Vidyo', 'Other Ways to Join']);
    const ways = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Other Ways to Join' }));
      return screen.findAllByRole('menuitem');
    };
    const items = await ways();
    expect(items.map(({ textContent }) => textContent)).toEqual([
      JOIN,
      'Join Core Video',
      'Check Camera and Sound First',
    ]);
    await userEvent.click(items[0]!);
    expect(meeting.join).toHaveBeenCalledExactlyOnceWith(consult);
    await userEvent.click((await ways())[2]!);
    expect(meeting.check).toHaveBeenCalledExactlyOnceWith(consult);
  });

  it('[DET-19] comes first while this window is in it, whatever the location prefers', async () => {
    const meeting = makeMeeting({ consultId: CONSULT_ID });
    showConsult(makePsychConsult({ allowedActions: ['joinVidyo', 'joinChime'] }), { meeting });
    expect(await names()).toEqual([SHOW, 'Other Ways to Join']);
  });

  it('[INFO-07] is beside the menu on a phone once someone has acknowledged the consult', async () => {
    onPhone();
    const meeting = makeMeeting();
    showConsult(makePsychConsult({ ...acknowledged, allowedActions: ['joinChime', 'complete'] }), { meeting });
    await userEvent.click(await screen.findByRole('button', { name: JOIN }));
    expect(meeting.join).toHaveBeenCalledOnce();
  });

  it('[PERM-32] [DET-18] is still shown after completion, because the call may continue', async () => {
    const meeting = makeMeeting();
    const completed = makePsychConsult({ state: 'completed', completeType: 'video', allowedActions: ['joinChime'] });
    showConsult(completed, { meeting });
    await userEvent.click(await screen.findByRole('button', { name: JOIN }));
    expect(meeting.join).toHaveBeenCalledExactlyOnceWith(completed);
  });

  it.each([
    ['the server does not allow it', makePsychConsult({ allowedActions: ['joinVidyo'] }), makeMeeting()],
    ['the page does not support calls', joinable, undefined],
  ])('[INFO-07] [DET-18] [PERM-26] [BPERM-20] is not shown if %s', async (_when, consult, meeting) => {
    showConsult(consult, { meeting });
    expect(await names()).not.toContain(JOIN);
  });

  it('[DET-18] is busy while this window is joining', async () => {
    const meeting = makeMeeting({ consultId: CONSULT_ID, joining: true });
    showConsult(joinable, { meeting });
    expect(await names()).toEqual([JOIN]);
    expect(screen.getByRole('button', { name: JOIN })).toBeDisabled();
    expect(screen.getByRole('button', { name: JOIN })).toHaveAttribute('data-loading', 'true');
  });

  it.each([
    ['can still be joined', joinable],
    ['can no longer be joined', makePsychConsult()],
  ])('[DET-19] returns to the call that this window is in, which %s', async (_how, consult) => {
    const meeting = makeMeeting({ consultId: CONSULT_ID });
    showConsult(consult, { meeting });
    expect(await names()).toEqual([SHOW]);
    await userEvent.click(screen.getByRole('button', { name: SHOW }));
    expect(meeting.show).toHaveBeenCalledOnce();
    expect(meeting.join).not.toHaveBeenCalled();
  });

  it("[PERM-26] [BPERM-20] [DET-18] is unchanged while this window is in another consult's call", async () => {
    showConsult(joinable, { meeting: makeMeeting({ consultId: 'another', joining: true }) });
    expect(await names()).toEqual([JOIN]);
    expect(screen.getByRole('button', { name: JOIN })).toBeEnabled();
  });

  it('[INFO-07] [DET-18] [PERM-26] [BPERM-08] [BPERM-20] is in the menu on a phone', async () => {
    onPhone();
    const meeting = makeMeeting();
    showConsult(makePsychConsult({ allowedActions: ['joinChime', 'acknowledge', 'cancel'] }), { meeting });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Acknowledge', JOIN, 'Cancel Consult']);
    await userEvent.click(items[1]!);
    expect(meeting.join).toHaveBeenCalledOnce();
  });
});

describe('a call that the user cannot join because of another line', () => {
  const me = makeMe({
    checkinServiceLine: { id: 3, name: 'Tele-Stroke' },
    rbacPermissions: [{ action: 'JoinChimeMeeting', subject: 'Consult' }],
  });
  const calling = [{ ...dana, unattended: false }];
  const banner = () => screen.queryByText(/You can’t join/);

  it('[PERM-26] says who is in it, why, and whom to call', async () => {
    showConsult(makePsychConsult({ allowedActions: ['joinVidyo'], meetingAttendees: calling }), { me });
    const text = 'Dana Lee is in the video call. You can’t join, because you went on call for Tele-Stroke first.';
    expect(await screen.findByText(/You can’t join/)).toHaveTextContent(text);
    expect(within(banner()!).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^tel:/));
    expect(await names()).not.toContain(JOIN);
  });

  it.each([
    ['it can be joined', true, { allowedActions: ['joinChime'], meetingAttendees: calling }],
    [
      'the user is in it already',
      true,
      { allowedActions: ['joinVidyo'], meetingAttendees: [...calling, { ...me, unattended: false }] },
    ],
    ['nobody is in it', true, { allowedActions: ['joinVidyo'], meetingAttendees: [] }],
    ['calls are not for the user at all', false, { allowedActions: ['joinVidyo'], meetingAttendees: calling }],
  ] as const)('says nothing if %s', async (_why, may, { allowedActions, meetingAttendees }) => {
    const consult = makePsychConsult({ allowedActions: [...allowedActions], meetingAttendees: [...meetingAttendees] });
    showConsult(consult, { me: may ? me : makeMe() });
    await screen.findByRole('heading', { level: 1 });
    expect(banner()).not.toBeInTheDocument();
  });
});

describe('who is in the video call', () => {
  const me = makeMe();
  const viewer = ({ id, firstName, lastName }: Omit<Person, 'username'>) => ({ id, firstName, lastName });
  const sam = { id: 9, firstName: 'Sam', lastName: 'Ortiz' };
  const lines = () => [...document.querySelectorAll('.line > p')].map(({ textContent }) => textContent);

  const cases = [
    ['others, but not the user', [viewer(me), viewer(dana), sam], [], ['In the video call:Dana LeeSam Ortiz']],
    [
      'attendees only once if they are also viewing',
      [viewer(dana)],
      [viewer(dana), viewer(me)],
      ['In the video call:Dana Lee'],
    ],
    [
      'attendees beside users who are only viewing',
      [viewer(dana)],
      [sam, viewer(dana)],
      ['In the video call:Dana Lee', 'Also viewing:Sam Ortiz'],
    ],
    ['no one if the user is alone', [viewer(me)], [viewer(me)], []],
  ] as const;
  it.each(cases)('shows %s', async (_whom, calling, looking, words) => {
    const meetingAttendees = calling.map((user) => ({ ...user, unattended: false }));
    const consult = makePsychConsult({ meetingAttendees, consultView: [...looking] });
    showConsult(consult, { me });
    await screen.findByRole('heading', { level: 1 });
    expect(lines()).toEqual(words);
  });

  it('shows guests as guests, after the users', async () => {
    const meetingAttendees = [{ ...viewer(dana), unattended: true }];
    const meetingGuests = [{ id: 'guest-1', name: 'Ana Maria Ruiz', kind: 'interpreter' as const }];
    showConsult(makePsychConsult({ meetingAttendees, meetingGuests }), { me });
    await screen.findByRole('heading', { level: 1 });
    expect(lines()).toEqual(['In the video call:Dana Lee (unattended device)Ana Maria Ruiz (guest)']);
  });
});
