import type { MantineColorsTuple } from '@mantine/core';

/** The only accent color: what the user can do next. */
export const teal: MantineColorsTuple = [
  '#e9f7f6',
  '#d1edea',
  '#a3dad5',
  '#72c6bf',
  '#4bb4ac',
  '#2a9d95',
  '#15837c',
  '#0f6f69',
  '#0b5a55',
  '#074540',
];

/** Neutrals of the light scheme. */
export const slate: MantineColorsTuple = [
  '#f8fafc',
  '#f1f5f9',
  '#e2e8f0',
  '#cbd5e1',
  '#94a3b8',
  '#64748b',
  '#475569',
  '#334155',
  '#1e293b',
  '#0f172a',
];

/** Neutrals of the dark scheme, from text to page background, as Mantine orders them. */
export const night: MantineColorsTuple = [
  '#e6ebf2',
  '#cbd5e1',
  '#a9b6c7',
  '#8c9bb0',
  '#48586e',
  '#334155',
  '#243041',
  '#1a2432',
  '#121a26',
  '#0b111a',
];

/** Danger, and time that has run out. */
export const red: MantineColorsTuple = [
  '#fef2f2',
  '#fee2e2',
  '#fecaca',
  '#fca5a5',
  '#f87171',
  '#ef4444',
  '#dc2626',
  '#b91c1c',
  '#991b1b',
  '#7f1d1d',
];

export const amber: MantineColorsTuple = [
  '#fffbeb',
  '#fef3c7',
  '#fde68a',
  '#fcd34d',
  '#fbbf24',
  '#f59e0b',
  '#b45309',
  '#92400e',
  '#78350f',
  '#5c2a0c',
];

export const green: MantineColorsTuple = [
  '#f0fdf4',
  '#dcfce7',
  '#bbf7d0',
  '#86efac',
  '#4ade80',
  '#22c55e',
  '#15803d',
  '#166534',
  '#14532d',
  '#0f3d22',
];
