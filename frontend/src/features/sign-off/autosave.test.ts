import { expect, it, vi } from 'vitest';

import type { DialogValues } from '@/service-lines/define';

import { Autosave, type SaveState } from './autosave';

interface Flight {
  draft: DialogValues;
  releaseLock: boolean;
  land: () => Promise<void>;
  crash: () => Promise<void>;
}

/** Creates a form with one text, and records its saves. */
function begin(text = '') {
  const form = { text };
  const autosave = new Autosave({ text }, () => ({ ...form }));
  const flights: Flight[] = [];
  const states: SaveState[] = [];
  autosave.state.subscribe(() => states.push(autosave.state.getState()));
  autosave.setSave(
    (draft, releaseLock) =>
      new Promise((resolve, reject) => {
        const done = (end: () => void) => async () => {
          end();
          await settle();
        };
        flights.push({ draft, releaseLock, land: done(resolve), crash: done(() => reject(new Error('No network.'))) });
      }),
  );
  const type = (typed: string) => {
    form.text = typed;
    autosave.onChange();
  };
  return { autosave, flights, states, type, state: () => autosave.state.getState() };
}

/** Waits until the callbacks of all settled promises have run. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

it('[SIGN-03] sends nothing while the form is unchanged', async () => {
  const { autosave, flights, type, state } = begin('Weak');
  expect(state()).toBe('saved');
  await autosave.tick();
  type('Weaker');
  type('Weak');
  await autosave.tick();
  expect(flights).toEqual([]);
  expect(state()).toBe('saved');
});

it('cannot save without a save function', async () => {
  const autosave = new Autosave({ text: '' }, () => ({ text: 'W' }));
  await autosave.tick();
  expect(autosave.state.getState()).toBe('connecting');
});

it('[SIGN-04] shows that it is saving from the first keystroke until everything is saved', async () => {
  const { autosave, flights, states, type } = begin();
  type('W');
  void autosave.tick();
  type('');
  expect(states).toEqual(['saving']);
  type('We');
  await flights[0]?.land();
  expect(states).toEqual(['saving']);
  void autosave.tick();
  await flights[1]?.land();
  expect(states).toEqual(['saving', 'saved']);
  expect(flights.map(({ draft }) => draft)).toEqual([{ text: 'W' }, { text: 'We' }]);
});

it('[SIGN-06] has at most one save in flight; what is typed during a save is saved with the next tick', async () => {
  const { autosave, flights, type } = begin();
  type('W');
  void autosave.tick();
  type('We');
  void autosave.tick();
  void autosave.tick();
  await settle();
  expect(flights).toHaveLength(1);
  await flights[0]?.land();
  expect(flights).toHaveLength(1);
  void autosave.tick();
  expect(flights.map(({ draft, releaseLock }) => ({ draft, releaseLock }))).toEqual([
    { draft: { text: 'W' }, releaseLock: false },
    { draft: { text: 'We' }, releaseLock: false },
  ]);
});

it('[SIGN-05] [BERR-02] keeps trying to connect after a failure, with the current content', async () => {
  const { autosave, flights, states, type, state } = begin();
  type('W');
  void autosave.tick();
  await flights[0]?.crash();
  expect(state()).toBe('connecting');
  type('We');
  expect(state()).toBe('connecting');
  void autosave.tick();
  expect(state()).toBe('connecting');
  await flights[1]?.land();
  expect(flights[1]?.draft).toEqual({ text: 'We' });
  expect(states).toEqual(['saving', 'connecting', 'saved']);
});

it('[SIGN-05] [BERR-02] retries after a failure even if the change was undone, because the failed save may have reached the server', async () => {
  const { autosave, flights, type, state } = begin();
  type('W');
  void autosave.tick();
  await flights[0]?.crash();
  type('');
  void autosave.tick();
  await flights[1]?.land();
  expect(flights[1]?.draft).toEqual({ text: '' });
  expect(state()).toBe('saved');
});

it('[SIGN-04] never shows that everything is saved while the form has unsaved changes', async () => {
  const { autosave, flights, type, state } = begin();
  const history: [SaveState, boolean][] = [];
  autosave.state.subscribe(() => history.push([state(), autosave.isDirty]));
  for (const typed of ['W', 'We', 'Wea', 'Weak']) {
    type(typed);
    void autosave.tick();
    await flights.at(-1)?.[typed === 'Wea' ? 'crash' : 'land']();
    type(`${typed}!`);
    await settle();
  }
  expect(history.filter(([shown, isDirty]) => shown === 'saved' && isDirty)).toEqual([]);
  expect(state()).toBe('saving');
});

it('[SIGN-06] [SIGN-07] closing waits for the save in flight, then saves again and releases the lock', async () => {
  const { autosave, flights, type } = begin();
  type('W');
  void autosave.tick();
  type('We');
  const closed = autosave.close();
  await settle();
  expect(flights).toHaveLength(1);
  await flights[0]?.land();
  expect(flights[1]).toMatchObject({ draft: { text: 'We' }, releaseLock: true });
  await flights[1]?.land();
  expect(await closed).toBe('closed');
  expect(autosave.ended).toBe(true);
  type('Wea');
  await autosave.tick();
  expect(flights).toHaveLength(2);
});

it('[SIGN-07] releases the lock even if there is nothing to save', async () => {
  const { autosave, flights } = begin('Weak');
  const closed = autosave.close();
  await settle();
  expect(flights).toMatchObject([{ draft: { text: 'Weak' }, releaseLock: true }]);
  await flights[0]?.land();
  expect(await closed).toBe('closed');
});

it('[SIGN-07] closes only once everything typed during closing is saved', async () => {
  const { autosave, flights, type, state } = begin();
  type('W');
  const closed = autosave.close();
  await settle();
  type('We');
  await flights[0]?.land();
  expect([autosave.ended, state()]).toEqual([false, 'saving']);
  await flights[1]?.land();
  expect(await closed).toBe('closed');
  expect(flights.map(({ draft, releaseLock }) => [draft.text, releaseLock])).toEqual([
    ['W', true],
    ['We', true],
  ]);
  expect(state()).toBe('saved');
});

it('[SIGN-08] reports that closing failed if what was typed during closing could not be saved', async () => {
  const { autosave, flights, type } = begin();
  const closed = autosave.close();
  await settle();
  type('W');
  await flights[0]?.land();
  await flights[1]?.crash();
  expect(await closed).toBe('failed');
  expect(autosave.ended).toBe(false);
});

it('[SIGN-09] stays open if it closes automatically while the user is typing, and saves the input', async () => {
  const { autosave, flights, type, state } = begin('W');
  const closed = autosave.close({ unlessTyping: true });
  await settle();
  type('We');
  await flights[0]?.land();
  expect(await closed).toBe('typing');
  expect(autosave.ended).toBe(false);
  expect(flights[1]).toMatchObject({ draft: { text: 'We' }, releaseLock: false });
  await flights[1]?.land();
  expect(state()).toBe('saved');
});

it('[SIGN-08] [SIGN-05] [BERR-02] reports that closing failed, and continues saving', async () => {
  const { autosave, flights, type, state } = begin();
  type('W');
  const closed = autosave.close();
  await settle();
  await flights[0]?.crash();
  expect(await closed).toBe('failed');
  expect(state()).toBe('connecting');
  void autosave.tick();
  expect(flights[1]).toMatchObject({ draft: { text: 'W' }, releaseLock: false });
});

it('[SIGN-63] a close that is refused because someone else is editing does not resume saving', async () => {
  const { autosave, flights, type } = begin();
  autosave.setSave(() => {
    void autosave.stop();
    return Promise.reject(new Error('Locked.'));
  });
  type('W');
  expect(await autosave.close()).toBe('failed');
  expect(autosave.ended).toBe(true);
  await autosave.tick();
  expect(flights).toEqual([]);
});

it('[SIGN-10] stopping waits for the save in flight, and nothing is sent after it until saving resumes', async () => {
  const { autosave, flights, type, state } = begin();
  type('W');
  void autosave.tick();
  const stopped = vi.fn();
  void autosave.stop().then(stopped);
  await settle();
  expect(stopped).not.toHaveBeenCalled();
  await flights[0]?.land();
  expect(stopped).toHaveBeenCalledOnce();
  type('We');
  await autosave.tick();
  expect(flights).toHaveLength(1);
  autosave.resume();
  expect(state()).toBe('saving');
  void autosave.tick();
  expect(flights).toHaveLength(2);
});
