/**
 * Signs out users who walk away from a shared computer. It goes by the wall clock, because timers pause while a computer
 * sleeps: it checks every second, whenever the page becomes visible, and before user input is passed on.
 */
import { createStore } from 'zustand/vanilla';

import type { Ending } from './state';

const KEY_PREFIX = 'wardline.active.';
const TICK_MILLISECONDS = 1_000;
const WARNING_MILLISECONDS = 60_000;
/** Events that only a user causes. Pages also scroll without user input, so these include wheel and touch events instead of scroll. */
const USER_INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
/** The page becomes visible again, or another tab was active. */
const CHECK_EVENTS = ['visibilitychange', 'pageshow', 'focus', 'storage'] as const;

/** Seconds until the user is signed out, while the warning is shown; null otherwise. */
export const idleSeconds = createStore<number | null>(() => null);

/** `overdue`: idle for too long. The others: the user's session was ended in another tab of this browser. */
export type IdleEnd = 'overdue' | Ending;

export interface IdleRules {
  /** Milliseconds without activity after which the session ends. */
  readonly limit: number;
  readonly onEnd: (end: IdleEnd) => void;
}

interface Watched extends IdleRules {
  readonly subject: string;
  readonly timer: number;
}

let watched: Watched | null = null;
let pointer = '';

/** Shared by all tabs of this browser: when the user was last active (milliseconds since the epoch), or how their session ended. */
function lastActivity(subject: string): number | Ending {
  const text = localStorage.getItem(KEY_PREFIX + subject);
  return text === null || text === 'chosen' || text === 'idle' ? (text ?? 'chosen') : Number(text);
}

/** How a session ended since this page last checked; null while it is active. */
export function endingOf(subject: string, limit: number): IdleEnd | null {
  const last = lastActivity(subject);
  if (typeof last !== 'number') return last;
  return Date.now() - last < limit ? null : 'overdue';
}

/** Starts watching a session instead of any earlier one. Resuming a session after a reload does not count as activity. */
export function watchIdle(subject: string, rules: IdleRules, isNew: boolean) {
  if (watched?.subject === subject) return;
  stopWatching();
  watched = { ...rules, subject, timer: window.setInterval(check, TICK_MILLISECONDS) };
  if (isNew) {
    removeOldEntries(watched);
    record(watched);
  }
  for (const name of USER_INPUT_EVENTS) window.addEventListener(name, onUserInput, { capture: true, passive: true });
  for (const name of CHECK_EVENTS) window.addEventListener(name, check, { capture: true });
  check();
}

export function stopWatching() {
  if (watched === null) return;
  window.clearInterval(watched.timer);
  watched = null;
  for (const name of USER_INPUT_EVENTS) window.removeEventListener(name, onUserInput, { capture: true });
  for (const name of CHECK_EVENTS) window.removeEventListener(name, check, { capture: true });
  idleSeconds.setState(null, true);
}

/** Notifies the user's other tabs, including suspended ones, that the session is over. */
export function publishEnding(subject: string, ending: Ending) {
  localStorage.setItem(KEY_PREFIX + subject, ending);
}

/** Records activity. Also used for activity without user input, such as a call or an upload. */
export function recordActivity() {
  if (watched === null || !check()) return;
  record(watched);
  idleSeconds.setState(null, true);
}

function record({ subject }: Watched) {
  localStorage.setItem(KEY_PREFIX + subject, String(Date.now()));
}

/** Removes old entries, so that no record of other users remains; a suspended tab of theirs treats a missing entry as an ended session. */
function removeOldEntries({ subject, limit }: Watched) {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(KEY_PREFIX) || key === KEY_PREFIX + subject) continue;
    if (!(Number(localStorage.getItem(key)) > Date.now() - limit)) localStorage.removeItem(key);
  }
}

/** False once the session has ended. */
function check(): boolean {
  if (watched === null) return false;
  const { subject, limit, onEnd } = watched;
  const now = Date.now();
  const last = lastActivity(subject);
  // If the clock was set back, a time in the future would extend the session by the difference.
  if (typeof last === 'number' && last > now + TICK_MILLISECONDS) record(watched);
  const end = endingOf(subject, limit);
  if (end !== null) {
    stopWatching();
    onEnd(end);
    return false;
  }
  const remaining = Math.min(limit, Number(last) + limit - now);
  idleSeconds.setState(
    remaining <= Math.min(WARNING_MILLISECONDS, limit / 2) ? Math.ceil(remaining / 1_000) : null,
    true,
  );
  return true;
}

/** Blocks user input to a page whose session is over; while the warning is shown, only a response to it counts as activity. */
function onUserInput(event: Event) {
  if (!check()) {
    event.stopImmediatePropagation();
    return;
  }
  if (isResting(event)) return;
  if (idleSeconds.getState() === null) {
    recordThrottled();
    return;
  }
  if (!(event instanceof KeyboardEvent && event.key === 'Escape')) return;
  // Escape dismisses only the warning, not the dialog below it.
  event.stopImmediatePropagation();
  recordActivity();
}

function recordThrottled() {
  if (watched !== null && Date.now() - Number(lastActivity(watched.subject)) >= TICK_MILLISECONDS) record(watched);
}

/** Browsers fire pointer events for a resting pointer when the content below it moves. */
function isResting(event: Event): boolean {
  if (event.type !== 'pointermove' || !(event instanceof PointerEvent)) return false;
  const before = pointer;
  pointer = `${event.screenX} ${event.screenY}`;
  return before === pointer;
}
