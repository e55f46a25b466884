import { expect, it } from 'vitest';

import { sayAfterReload, takeReloadNotice } from './reload';

const KEY = 'wardline.personal.reload-notice';

it('[DET-34] says once why the page was loaded anew', () => {
  sayAfterReload({ failed: true, why: 'Sorry.' });
  expect(takeReloadNotice()).toEqual({ failed: true, why: 'Sorry.' });
  expect(takeReloadNotice()).toBeNull();
});

it.each(['{', '7', 'null'])('drops what it cannot read (%s), so that the page still opens', (broken) => {
  sessionStorage.setItem(KEY, broken);
  expect(takeReloadNotice()).toBeNull();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});
