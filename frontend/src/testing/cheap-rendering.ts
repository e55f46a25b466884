import { getConfig, prettyDOM } from '@testing-library/react';
import react from 'react';

// Loaded once for all files of a worker: what it changes is not undone, and would be changed again on top.

/** Where nothing is laid out a text area has no size, so that none is measured to make it as high as its text, which takes long. */
const MEASURED = /^(border|padding|font|letter|line|word|text|tab|scrollbar|width|boxSizing)/;
const styleOf = window.getComputedStyle.bind(window);
window.getComputedStyle = (element, pseudo) => {
  const style = styleOf(element, pseudo);
  if (element.localName !== 'textarea') return style;
  return new Proxy(style, {
    get: (all, name): unknown => {
      if (typeof name === 'string' && MEASURED.test(name)) return '';
      const value: unknown = Reflect.get(all, name, all);
      return typeof value === 'function' ? value.bind(all) : value;
    },
  });
};

// A stack for each element that is made serves only what React warns of, and takes a tenth of the time of all tests.
const internals: unknown = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals !== 'object' || internals === null)
  throw new Error('React keeps its counter of stacks elsewhere.');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});

/** Places for toasts, six on every page, and the portals that hold nothing else; they would fill the beginning of each message. */
function isEmptyHost(element: Element): boolean {
  if (element.matches('.mantine-Notifications-root')) return element.textContent === '';
  return element.matches('[data-portal]') && [...element.children].every(isEmptyHost);
}

function isWorthPrinting(node: Node) {
  if (node instanceof Element) return !node.matches(getConfig().defaultIgnore) && !isEmptyHost(node);
  return !(node instanceof Comment);
}

/** As the library's own, which prints the whole page also for each look of those that wait, where only the last one's error is told. */
export function elementError(message: string | null, container: Element): Error {
  const looking = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  const page = looking ? false : prettyDOM(container, undefined, { filterNode: isWorthPrinting });
  const error = new Error([message, page].filter((part) => typeof part === 'string').join('\n\n'));
  error.name = 'TestingLibraryElementError';
  return error;
}
