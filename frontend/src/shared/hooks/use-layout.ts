import { rem } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';

/** Widths in px at which the layout changes; below `desktop` the mobile layout shows. */
export const breakpoints = { phone: 576, tablet: 768, desktop: 992, wide: 1200 } as const;

type Breakpoint = keyof typeof breakpoints;

/** True when the window is at least as wide as the breakpoint. */
function useWiderThan(breakpoint: Breakpoint): boolean {
  return useMediaQuery(`(min-width: ${breakpoints[breakpoint]}px)`, true, { getInitialValueInEffect: false });
}

/** True below 992 px, where the list, the consult and the timeline are separate pages. */
export function useIsMobile(): boolean {
  return !useWiderThan('desktop');
}

/** The width of the panels at the sides: nearly the whole window on a phone. */
export function useSidePanelSize(): string {
  return useIsMobile() ? '95%' : rem(420);
}
