/** Notices of duty, for component tests and for the scenes of the browser tests. */
import type { DutyNoticeRead } from '../api/generated/types.gen';

/** A shift of the user's that has begun. */
export function makeDutyNotice(about: Partial<DutyNoticeRead> = {}): DutyNoticeRead {
  return {
    id: 1,
    kind: 'shiftBegins',
    title: 'Your Shift Has Begun',
    text: 'Your shift on Tele-Stroke has begun (7:00pm to 7:00am EST).',
    path: '/my-shifts?begin=2',
    actionName: 'Go on Call',
    needsAnswer: true,
    goesOnCallFor: 2,
    urgent: true,
    createdAt: '2026-03-04T12:00:00Z',
    ...about,
  };
}

/** A shift that was assigned to the user, which is only news. */
export function makeDutyNews(about: Partial<DutyNoticeRead> = {}): DutyNoticeRead {
  return makeDutyNotice({
    id: 2,
    kind: 'shiftAssigned',
    title: 'A Shift Was Assigned to You',
    text: 'A shift on Tele-Neuro was assigned to you (Thu Mar 5, 7:00am to 7:00pm EST).',
    path: '/my-shifts',
    actionName: 'My Shifts',
    needsAnswer: false,
    goesOnCallFor: null,
    urgent: false,
    ...about,
  });
}
