/** Events that only a person causes who uses the page. */
export const USER_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
