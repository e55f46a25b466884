import { beforeEach, expect, it, vi } from 'vitest';

import { session } from '@/session/state';
import { signInForTest } from '@/testing/session';

import { openDocument } from './open-document';

const create = vi.fn(() => 'blob:document');
const revoke = vi.fn();
const page = { close: vi.fn(), closed: false, location: { replace: vi.fn() } };

beforeEach(() => {
  vi.clearAllMocks();
  signInForTest();
  vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window);
  URL.createObjectURL = create;
  URL.revokeObjectURL = revoke;
});

it('closes a document with the session of its reader, and lets its address lead nowhere', async () => {
  await openDocument(() => Promise.resolve(new Blob()));
  expect(page.location.replace).toHaveBeenCalledWith('blob:document');
  expect(page.close).not.toHaveBeenCalled();
  session.set(null);
  expect(page.close).toHaveBeenCalledOnce();
  expect(revoke).toHaveBeenCalledWith('blob:document');
});

it('shows no document that comes once the session has ended', async () => {
  let arrive: (file: Blob) => void = () => undefined;
  const opened = openDocument(() => new Promise((resolve) => (arrive = resolve)));
  session.set(null);
  arrive(new Blob());
  await opened;
  expect(create).not.toHaveBeenCalled();
  expect(page.close).toHaveBeenCalledOnce();
});
