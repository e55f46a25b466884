import './inter/inter.css';
import './mantine.css';
import './global.css';

import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';

import { cssVariables, theme } from './theme';

const colorScheme = localStorageColorSchemeManager({ key: 'wardline.color-scheme' });

/** The nonce that the server may put into the page, so that a strict policy allows Mantine's style elements. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// The library that dialogs use to stop the page behind them from scrolling reads the nonce here.
if (styleNonce() !== '') Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}
