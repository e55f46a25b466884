import { createTheme, type CSSVariablesResolver } from '@mantine/core';

import { amber, green, night, red, slate, teal } from './palette';
import { scale, sizeVariables } from './scale';
import { tokenVariables } from './tokens';

const inter = "'Inter Variable', system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Without this role, the header of a dialog would count as a second banner landmark of the page. */
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
    fontWeight: scale.fontWeights.bold,
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  ...scale,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects: each component's `extend` would load that component with the first page.
  components: {
    // The secondary button is `variant="default"`; there is no other.
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 'lg', variant: 'subtle', color: 'gray' } },
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: {
      defaultProps: { size: 'md', inputWrapperOrder: ['label', 'description', 'error', 'input'] },
    },
    // Browsers store what is typed into other inputs, for suggestions and for restoring a closed tab.
    TextInput: { defaultProps: { autoComplete: 'off' } },
    Textarea: { defaultProps: { autoComplete: 'off' } },
    Modal: { defaultProps: { centered: true, padding: 'lg', ...dialog } },
    Drawer: { defaultProps: dialog },
    // A menu belongs to the landmark of its button, and focus goes to its first item without a stop before it.
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
  variables: sizeVariables,
  light: { ...tokenVariables('light'), ...shared },
  dark: { ...tokenVariables('dark'), ...shared },
});
