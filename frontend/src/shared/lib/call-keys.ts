/** The keys that turn the microphone and the camera of a call off and on. They can be switched off, for those whose other software uses them. */
const keyOf = (userId: number) => `wardline.call-keys.${userId}`;

/** The user's choice in this browser. */
export function areCallKeysOn(userId: number): boolean {
  return localStorage.getItem(keyOf(userId)) !== 'off';
}

export function switchCallKeys(userId: number, on: boolean) {
  localStorage.setItem(keyOf(userId), on ? 'on' : 'off');
}
