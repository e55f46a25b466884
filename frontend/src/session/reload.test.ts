import { expect, it } from 'vitest';

import { sayAfterReload, takeReloadNotice } from './reload';

const KEY = 'wardline.personal.reload-notice';

it('[DET-34] shows once why the page was reloaded', () => {
  sayAfterReload({ failed: true, why: 'Sorry.' });
  expect(takeReloadNotice()).toEqual({ failed: true, why: 'Sorry.' });
  expect(takeReloadNotice()).toBeNull();
});

it.each(['{', '7', 'null', '{"failed":"yes","why":null}'])(
  'drops unreadable data (%s), so that the page still opens',
  (broken) => {
    sessionStorage.setItem(KEY, broken);
    expect(takeReloadNotice()).toBeNull();
    expect(sessionStorage.getItem(KEY)).toBeNull();
  },
);
