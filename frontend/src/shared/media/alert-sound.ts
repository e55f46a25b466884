/** The tone for what is new and for what waits: whether it is on, how loud, and whether the browser allows it. */
import { createStore } from 'zustand/vanilla';

import { inOneTab } from '@/shared/lib/one-tab';

/** Hertz and seconds after the start: two rising tones. */
const TONES = [
  { pitch: 660, start: 0 },
  { pitch: 880, start: 0.16 },
] as const;
const TONE_SECONDS = 0.14;

/** The part of full volume that each setting plays at. */
const levels = { low: 0.1, medium: 0.25, high: 0.5 } as const;

export type Volume = keyof typeof levels;

export interface AlertSound {
  /** Whose choices these are; null until they have been restored. */
  readonly userId: number | null;
  readonly on: boolean;
  /** Whether `on` is this user's choice on this computer. */
  readonly chosen: boolean;
  readonly volume: Volume;
  /** `waiting` for the first click or key press on the page, before which browsers allow no sound; `blocked` if it was not allowed then either. */
  readonly permission: 'waiting' | 'allowed' | 'blocked';
}

export const alertSound = createStore<AlertSound>(() => ({
  userId: null,
  on: false,
  chosen: false,
  volume: 'medium',
  permission: 'waiting',
}));

/** Whatever arrives within this time makes one tone (milliseconds). */
const TOGETHER_MS = 10_000;
/** A tone that has just sounded also counts for what is urgent (milliseconds). */
const JUST_NOW_MS = 2_000;
/** How long the browser may take to allow sound (milliseconds); one that blocks it never answers. */
const ALLOW_LIMIT_MS = 1_000;

const never = { at: -Infinity, urgent: false };
let lastRing = { ...never };
let context: AudioContext | null = null;

const keyOf = (userId: number) => `wardline.sound.${userId}`;
const volumeKeyOf = (userId: number) => `wardline.volume.${userId}`;

function change(part: Partial<AlertSound>) {
  alertSound.setState({ ...alertSound.getState(), ...part }, true);
}

/**
 * Restores this user's choices on this computer, and follows those that they make in other tabs; returns a function that stops it.
 * Without a choice, the sound is off until the first check-in.
 */
export function followSound(userId: number): () => void {
  lastRing = { ...never };
  change(choicesOf(userId));
  const follow = ({ key }: StorageEvent) => {
    if (key === keyOf(userId) || key === volumeKeyOf(userId)) change(choicesOf(userId));
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

function choicesOf(userId: number): Omit<AlertSound, 'permission'> {
  const choice = localStorage.getItem(keyOf(userId));
  const volume = localStorage.getItem(volumeKeyOf(userId));
  return {
    userId,
    on: choice === 'on',
    chosen: choice !== null,
    volume: volume !== null && isVolume(volume) ? volume : 'medium',
  };
}

function isVolume(value: string): value is Volume {
  return value in levels;
}

/** Turns the sound on or off and stores the choice. Turning it on plays the tone once, during the user gesture that browsers require. */
export async function switchSound(userId: number, on: boolean) {
  const wasOn = alertSound.getState().on;
  localStorage.setItem(keyOf(userId), on ? 'on' : 'off');
  change({ on, chosen: true });
  if (!on) return;
  await allowSound();
  if (!wasOn) play();
}

/** Chooses and stores the volume, and plays the tone to show how loud that is. */
export async function chooseVolume(userId: number, volume: Volume) {
  localStorage.setItem(volumeKeyOf(userId), volume);
  change({ volume });
  await testSound();
}

/** Plays the tone, even if it is turned off. Must be called from a click or key handler. */
export async function testSound() {
  await allowSound();
  play();
}

/** Must be called from a click or key handler. */
export async function allowSound() {
  await resume({ refused: 'blocked' });
}

/** Some browsers allow it without a click or key press, because the user was active on an earlier page. */
export async function allowSoundUnpressed() {
  await resume({ refused: 'waiting' });
}

async function resume({ refused }: { refused: AlertSound['permission'] }) {
  if (typeof AudioContext === 'undefined') {
    change({ permission: 'blocked' });
    return;
  }
  const audio = (context ??= makeContext());
  if (audio.state !== 'running') await Promise.race([audio.resume(), limit()]).catch(() => undefined);
  change({ permission: audio.state === 'running' ? 'allowed' : refused });
}

function makeContext(): AudioContext {
  const audio = new AudioContext();
  // Phones take sound away for a call, and browsers may allow it late.
  audio.onstatechange = () => change({ permission: audio.state === 'running' ? 'allowed' : 'waiting' });
  return audio;
}

function limit(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ALLOW_LIMIT_MS));
}

/** The tone for something new, unless it is turned off. What follows within ten seconds makes no tone of its own, except the first that is urgent. */
export function ring({ urgent }: { urgent: boolean }) {
  const now = performance.now();
  const since = now - lastRing.at;
  const isCovered = since < TOGETHER_MS && (lastRing.urgent || !urgent || since < JUST_NOW_MS);
  if (isCovered) lastRing.urgent ||= urgent;
  if (isCovered || !alertSound.getState().on) return;
  lastRing = { at: now, urgent };
  playInOneTab();
}

/** The tone again, for what still waits, unless it is turned off; `growth` multiplies the chosen volume. */
export function ringAgain(growth: number) {
  if (alertSound.getState().on) playInOneTab(growth);
}

/** All tabs of a user ring at the same time, but one that the browser keeps silent does not keep the others silent. */
function playInOneTab(growth = 1) {
  if (context?.state !== 'running') return;
  inOneTab(`wardline.tone.${alertSound.getState().userId}`, () => play(growth));
}

function play(growth = 1) {
  if (context?.state !== 'running') return;
  const volume = Math.min(1, levels[alertSound.getState().volume] * growth);
  for (const { pitch, start } of TONES) playTone(context, pitch, context.currentTime + start, volume);
}

function playTone(audio: AudioContext, pitch: number, start: number, volume: number) {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(volume, start);
  // Fade out, because a tone that is cut off clicks.
  gain.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + TONE_SECONDS);
}
