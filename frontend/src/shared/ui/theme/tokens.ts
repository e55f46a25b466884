import { amber, green, night, red, slate, teal } from './palette';

/**
 * Colors by purpose and scheme. Style sheets use these names (`var(--wl-…)`) and never define their own colors,
 * so that contrast is proven once, in tokens.test.ts.
 */
export const tokens = {
  light: {
    canvas: slate[1],
    surface: '#ffffff',
    'surface-raised': '#ffffff',
    'surface-sunken': slate[0],
    border: slate[2],
    'border-strong': slate[5],
    text: slate[9],
    'text-muted': slate[6],
    accent: teal[7],
    'accent-text': teal[7],
    'accent-soft': teal[0],
    'on-accent': '#ffffff',
    focus: teal[6],
    danger: red[7],
    'danger-text': red[7],
    'danger-soft': red[0],
    'on-danger': '#ffffff',
    warning: amber[6],
    'warning-text': amber[7],
    'warning-soft': amber[0],
    success: green[6],
    'success-text': green[7],
    'success-soft': green[0],
    info: slate[6],
    'info-soft': slate[2],
    critical: slate[9],
    'on-critical': '#ffffff',
    urgent: slate[6],
    'on-urgent': '#ffffff',
    routine: slate[6],
    track: slate[3],
  },
  dark: {
    canvas: night[9],
    surface: night[8],
    'surface-raised': night[7],
    'surface-sunken': night[9],
    border: night[6],
    'border-strong': night[3],
    text: night[0],
    'text-muted': night[2],
    accent: teal[7],
    'accent-text': teal[3],
    'accent-soft': '#0d2b2d',
    'on-accent': '#ffffff',
    focus: teal[4],
    danger: red[7],
    'danger-text': red[3],
    'danger-soft': '#32171c',
    'on-danger': '#ffffff',
    warning: amber[5],
    'warning-text': amber[3],
    'warning-soft': '#2e2412',
    success: green[4],
    'success-text': green[3],
    'success-soft': '#11291d',
    info: night[2],
    'info-soft': night[5],
    critical: slate[0],
    'on-critical': slate[9],
    urgent: slate[4],
    'on-urgent': slate[9],
    routine: night[2],
    track: night[5],
  },
} as const;

export type Token = keyof (typeof tokens)['light'];

/** The style sheet's variables of one scheme. */
export function tokenVariables(scheme: keyof typeof tokens): Record<string, string> {
  return Object.fromEntries(Object.entries(tokens[scheme]).map(([name, color]) => [`--wl-${name}`, color]));
}
