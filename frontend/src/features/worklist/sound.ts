import { createStore } from 'zustand/vanilla';

export interface Sound {
  readonly on: boolean;
  /** False while the browser still waits for a click or a key before it lets a page be heard. */
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

/** Takes up what this user chose on this computer; off at first. */
export function restoreSound(userId: number) {
  sound.setState({ ...sound.getState(), on: localStorage.getItem(keyOf(userId)) === 'on' }, true);
}

/** Switches the sound and remembers it; switching on lets the tone be heard once, which is also the gesture that browsers ask for. */
export async function switchSound(userId: number, on: boolean) {
  localStorage.setItem(keyOf(userId), on ? 'on' : 'off');
  sound.setState({ ...sound.getState(), on }, true);
  if (!on) return;
  await allowSound();
  play();
}

/** Call it from a click or a key. */
export async function allowSound() {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state !== 'running') await context.resume();
  sound.setState({ ...sound.getState(), allowed: true }, true);
}

/** The tone for a new consult or an urgent comment; silent while it is switched off or not allowed. */
export function play() {
  if (!sound.getState().on || context === null) return;
  for (const { pitch, start } of TONES) playTone(context, pitch, context.currentTime + start);
}

function playTone(audio: AudioContext, pitch: number, start: number) {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(VOLUME, start);
  // A tone that is cut off clicks.
  gain.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + TONE_SECONDS);
}
