/**
 * Signs out whoever left a computer that others use too. What counts is the wall clock, since timers stand still while a computer
 * sleeps: it is looked at every second, whenever the page is seen again, and before anything that a hand does is passed on.
 */
import { createStore } from 'zustand/vanilla';

import type { Ending } from './state';

const KEY_PREFIX = 'wardline.active.';
const TICK_MILLISECONDS = 1_000;
const WARNING_MILLISECONDS = 60_000;
/** Things that only hands do. Pages scroll by themselves, so the wheel and the finger are heard instead. */
const BY_HAND = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
/** When the page is seen again, and when another tab was active. */
const AT_ONCE = ['visibilitychange', 'pageshow', 'focus', 'storage'] as const;

/** Seconds until the user is signed out, once they are being warned; null otherwise. */
export const idleSeconds = createStore<number | null>(() => null);

/** `overdue`: nobody did anything for too long; the others: the user's session was ended in another tab of this browser. */
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

/** What all tabs of this browser know of a user: when they were last active (milliseconds since 1970), or how their session ended. */
function known(subject: string): number | Ending {
  const text = localStorage.getItem(KEY_PREFIX + subject);
  return text === null || text === 'chosen' || text === 'idle' ? (text ?? 'chosen') : Number(text);
}

/** What has become of a session since this page looked last; null while it lasts. */
export function endedMeanwhile(subject: string, limit: number): IdleEnd | null {
  const last = known(subject);
  if (typeof last !== 'number') return last;
  return Date.now() - last < limit ? null : 'overdue';
}

/** Watches over a session, in the place of any other. Coming back to one by a reload is nothing that a user did. */
export function watchIdle(subject: string, rules: IdleRules, isNew: boolean) {
  if (watched?.subject === subject) return;
  stopWatching();
  watched = { ...rules, subject, timer: window.setInterval(check, TICK_MILLISECONDS) };
  if (isNew) {
    forgetOthers(watched);
    record(watched);
  }
  for (const name of BY_HAND) window.addEventListener(name, heard, { capture: true, passive: true });
  for (const name of AT_ONCE) window.addEventListener(name, check, { capture: true });
  check();
}

export function stopWatching() {
  if (watched === null) return;
  window.clearInterval(watched.timer);
  watched = null;
  for (const name of BY_HAND) window.removeEventListener(name, heard, { capture: true });
  for (const name of AT_ONCE) window.removeEventListener(name, check, { capture: true });
  idleSeconds.setState(null, true);
}

/** Tells the user's other tabs, those that sleep now as well, that the session is over. */
export function tellEnding(subject: string, ending: Ending) {
  localStorage.setItem(KEY_PREFIX + subject, ending);
}

/** Counts as activity. Also for what goes on without hands, such as a call or an upload. */
export function stillHere() {
  if (watched === null || !check()) return;
  record(watched);
  idleSeconds.setState(null, true);
}

function record({ subject }: Watched) {
  localStorage.setItem(KEY_PREFIX + subject, String(Date.now()));
}

/** Nobody has to know for long who else was here; a tab of theirs that still sleeps takes it for an end. */
function forgetOthers({ subject, limit }: Watched) {
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
  const last = known(subject);
  // A clock that was set back would keep the session for as long as it had been wrong.
  if (typeof last === 'number' && last > now + TICK_MILLISECONDS) record(watched);
  const end = endedMeanwhile(subject, limit);
  if (end !== null) {
    stopWatching();
    onEnd(end);
    return false;
  }
  const left = Math.min(limit, Number(last) + limit - now);
  idleSeconds.setState(left <= Math.min(WARNING_MILLISECONDS, limit / 2) ? Math.ceil(left / 1_000) : null, true);
  return true;
}

/** Nothing that a hand does reaches a page whose session is over, and while the question stands only an answer to it counts. */
function heard(event: Event) {
  if (!check()) {
    event.stopImmediatePropagation();
    return;
  }
  if (isResting(event)) return;
  if (idleSeconds.getState() === null) {
    note();
    return;
  }
  if (!(event instanceof KeyboardEvent && event.key === 'Escape')) return;
  // Escape answers this question alone, and not the dialog below it as well.
  event.stopImmediatePropagation();
  stillHere();
}

function note() {
  if (watched !== null && Date.now() - Number(known(watched.subject)) >= TICK_MILLISECONDS) record(watched);
}

/** Browsers tell of a pointer that rests, when what is below it moves. */
function isResting(event: Event): boolean {
  if (event.type !== 'pointermove' || !(event instanceof PointerEvent)) return false;
  const before = pointer;
  pointer = `${event.screenX} ${event.screenY}`;
  return before === pointer;
}
