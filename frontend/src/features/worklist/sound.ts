import { createStore } from 'zustand/vanilla';

export interface Sound {
  readonly on: boolean;
  /** False while the browser still requires a click or a key press before it allows sound. */
  readonly allowed: boolean;
}

export const sound = createStore<Sound>(() => ({ on: false, allowed: false }));

/** Two rising tones: hertz and seconds after the start. */
const TONES = [
  { pitch: 660, start: 0 },
  { pitch: 880, start: 0.16 },
] as const;
const TONE_SECONDS = 0.14;
const VOLUME = 0.2;

let context: AudioContext | null = null;

function keyOf(userId: number): string {
  return `wardline.sound.${userId}`;
}

/** Restores this user's choice on this computer; off by default. */
export function restoreSound(userId: number) {
  sound.setState({ ...sound.getState(), on: localStorage.getItem(keyOf(userId)) === 'on' }, true);
}

/** Toggles the sound and stores the choice; turning it on plays the tone once, during the user gesture that browsers require. */
export async function switchSound(userId: number, on: boolean) {
  localStorage.setItem(keyOf(userId), on ? 'on' : 'off');
  sound.setState({ ...sound.getState(), on }, true);
  if (!on) return;
  await allowSound();
  play();
}

/** Must be called from a click or key handler. */
export async function allowSound() {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state !== 'running') await context.resume();
  sound.setState({ ...sound.getState(), allowed: true }, true);
}

/** Plays the tone for a new consult or an urgent comment, unless it is turned off or blocked. */
export function play() {
  if (!sound.getState().on || context === null) return;
  for (const { pitch, start } of TONES) playTone(context, pitch, context.currentTime + start);
}

function playTone(audio: AudioContext, pitch: number, start: number) {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(VOLUME, start);
  // Fade out, because a tone that is cut off clicks.
  gain.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + TONE_SECONDS);
}
