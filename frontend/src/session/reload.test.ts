import { expect, it } from 'vitest';

import { storeReloadNotice, takeReloadNotice } from './reload';

const KEY = 'wardline.personal.reload-notice';

it('[DET-34] shows once why the page was reloaded', () => {
  storeReloadNotice({ failed: true, message: 'Sorry.' });
  expect(takeReloadNotice()).toEqual({ failed: true, message: 'Sorry.' });
  expect(takeReloadNotice()).toBeNull();
});

it.each(['{', '7', 'null', '{"failed":"yes","message":null}'])(
  'drops unreadable data (%s), so that the page still opens',
  (broken) => {
    sessionStorage.setItem(KEY, broken);
    expect(takeReloadNotice()).toBeNull();
    expect(sessionStorage.getItem(KEY)).toBeNull();
  },
);
