/** What planners open, in one file. */
export { CalendarsPage } from './calendars-page';
export { CallSchedulesPage } from './call-schedules-page';
export { CopyMonthPage } from './copy-month-page';
export { FairnessPage } from './fairness-page';
export { HolidaysPage } from './holidays-page';
export { PlanningLayout } from './planning-layout';
export { WhoWouldBePagedPage } from './who-would-be-paged-page';
