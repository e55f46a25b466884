import { createTheme, type CSSVariablesResolver } from '@mantine/core';

import { amber, green, night, red, slate, teal } from './palette';
import { tokenVariables } from './tokens';

const inter = "'Inter Variable', system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** A dialog's heading is no second banner of the page. */
const dialog = {
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
};

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 7,
  colors: { teal, red, green, gray: slate, dark: night, yellow: amber, orange: amber },
  fontFamily: inter,
  headings: {
    fontFamily: inter,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  // 16 px for what is read, 14 for what is scanned, 12 only for labels.
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '90em' },
  radius: { xs: '2px', sm: '4px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects instead of each component's `extend`, which would load the component with the first page.
  components: {
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 'lg', variant: 'subtle', color: 'gray' } },
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: {
      defaultProps: { size: 'md', inputWrapperOrder: ['label', 'description', 'error', 'input'] },
    },
    // Browsers write down what is typed elsewhere, for suggestions and for a tab that is opened again.
    TextInput: { defaultProps: { autoComplete: 'off' } },
    Textarea: { defaultProps: { autoComplete: 'off' } },
    Modal: { defaultProps: { centered: true, padding: 'lg', ...dialog } },
    Drawer: { defaultProps: dialog },
    // A menu stands in the landmark of its button, and has no stop of the focus before its first item.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 400 } },
  },
});

const shared = {
  '--mantine-color-text': 'var(--wl-text)',
  '--mantine-color-dimmed': 'var(--wl-text-muted)',
  '--mantine-color-body': 'var(--wl-surface)',
  '--mantine-color-default-border': 'var(--wl-border)',
  '--mantine-color-error': 'var(--wl-danger-text)',
  '--mantine-color-anchor': 'var(--wl-accent-text)',
  '--mantine-color-placeholder': 'var(--wl-text-muted)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...tokenVariables('light'), ...shared },
  dark: { ...tokenVariables('dark'), ...shared },
});
