import { getConfig, prettyDOM } from '@testing-library/react';
import react from 'react';

// Loaded once per worker: its changes stay in place for all files, and applying them twice would stack them.

/** Without layout a text area has no size, so the slow measuring that grows it with its text is skipped. */
const MEASURED = /^(border|padding|font|letter|line|word|text|tab|scrollbar|width|boxSizing)/;
const styleOf = window.getComputedStyle.bind(window);
window.getComputedStyle = (element, pseudo) => {
  const style = styleOf(element, pseudo);
  if (element.localName !== 'textarea') return style;
  return new Proxy(style, {
    get: (target, name): unknown => {
      if (typeof name === 'string' && MEASURED.test(name)) return '';
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

// React records a stack for each element only for its warnings, which takes a tenth of the time of all tests.
const internals: unknown = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals !== 'object' || internals === null) throw new Error('React no longer has its stack counter here.');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set() {
    // React counts up here; there is nothing to keep.
  },
});

/** The six toast containers of every page and the empty portals would fill the start of each error message. */
function isEmptyHost(element: Element): boolean {
  if (element.matches('.mantine-Notifications-root')) return element.textContent === '';
  return element.matches('[data-portal]') && [...element.children].every(isEmptyHost);
}

function isWorthPrinting(node: Node) {
  if (node instanceof Element) return !node.matches(getConfig().defaultIgnore) && !isEmptyHost(node);
  return !(node instanceof Comment);
}

/** Replaces the library's function, which prints the whole page for every retry of `waitFor` although only the last error is reported. */
export function elementError(message: string | null, container: Element): Error {
  const isRetrying = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  const page = isRetrying ? false : prettyDOM(container, undefined, { filterNode: isWorthPrinting });
  const error = new Error([message, page].filter((part) => typeof part === 'string').join('\n\n'));
  error.name = 'TestingLibraryElementError';
  return error;
}
