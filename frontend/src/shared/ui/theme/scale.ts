/**
 * Every length and type size of the application, in rem so that text and spacing grow together with the browser's font
 * size. Mantine turns the scale into `--mantine-…` variables; style-rules.test.ts keeps other values out of style sheets.
 */
export const scale = {
  /** md (16 px) for reading, sm (14) for scanning, xs (12) only for labels, 2xl only for the sign-in page. */
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem', '2xl': '2.5rem' },
  fontWeights: { regular: '400', medium: '550', bold: '650' },
  /** 2, 4, 8, 12, 16, 24, 32, 48 and 64 px. */
  spacing: {
    '3xs': '0.125rem',
    '2xs': '0.25rem',
    xs: '0.5rem',
    sm: '0.75rem',
    md: '1rem',
    lg: '1.5rem',
    xl: '2rem',
    '2xl': '3rem',
    '3xl': '4rem',
  },
  radius: { xs: '0.125rem', sm: '0.25rem', md: '0.5rem', lg: '0.75rem', xl: '1rem', full: '62.5rem' },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '90em' },
} as const;

/** Lengths with a specific meaning, as `--wl-…` variables; `--wl-bar` depends on the window, see global.css. */
export const sizeVariables = {
  /** The minimum height and width of a touch target. */
  '--wl-touch': '2.75rem',
  /** How far a notice stays above the lower edge of a phone, where the action button is. */
  '--wl-above-action': 'calc(var(--wl-touch) + 2 * var(--mantine-spacing-md))',
  '--wl-field-width': '30rem',
  '--wl-page-width': '60rem',
  /** The colored edge of cards and banners. */
  '--wl-edge': '0.25rem',
  /** One level of indentation in rich text. */
  '--wl-indent': '1.5rem',
};
