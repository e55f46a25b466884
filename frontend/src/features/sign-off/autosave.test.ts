import { expect, it, vi } from 'vitest';

import type { DialogValues } from '@/service-lines/define';

import { Autosave, type SaveState } from './autosave';

interface Flight {
  draft: DialogValues;
  releaseLock: boolean;
  land: () => Promise<void>;
  crash: () => Promise<void>;
}

/** A form of one text, and the saves of it that are under way. */
function begin(text = '') {
  const form = { text };
  const autosave = new Autosave({ text }, () => ({ ...form }));
  const flights: Flight[] = [];
  const states: SaveState[] = [];
  autosave.state.subscribe(() => states.push(autosave.state.getState()));
  autosave.saveBy(
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
    autosave.noteChange();
  };
  return { autosave, flights, states, type, state: () => autosave.state.getState() };
}

/** Lets everything go on that waits for a promise which is settled. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

it('[SIGN-03] sends nothing while the form is as it was saved', async () => {
  const { autosave, flights, type, state } = begin('Weak');
  expect(state()).toBe('saved');
  await autosave.tick();
  type('Weaker');
  type('Weak');
  await autosave.tick();
  expect(flights).toEqual([]);
  expect(state()).toBe('saved');
});

it('has not saved what nobody says how to save', async () => {
  const autosave = new Autosave({ text: '' }, () => ({ text: 'W' }));
  await autosave.tick();
  expect(autosave.state.getState()).toBe('connecting');
});

it('[SIGN-04] says that it is saving from the first key until all that was typed is saved', async () => {
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

it('[SIGN-06] has one save under way at most; what is typed meanwhile goes with the next tick', async () => {
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

it('[SIGN-05] [BERR-02] keeps trying to connect after a failure, with what stands there by then', async () => {
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

it('[SIGN-05] [BERR-02] tries again after a failure though what was typed is gone, for the server may have got it', async () => {
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

it('[SIGN-04] never says that everything is saved while the form says something else', async () => {
  const { autosave, flights, type, state } = begin();
  const told: [SaveState, boolean][] = [];
  autosave.state.subscribe(() => told.push([state(), autosave.differs]));
  for (const typed of ['W', 'We', 'Wea', 'Weak']) {
    type(typed);
    void autosave.tick();
    await flights.at(-1)?.[typed === 'Wea' ? 'crash' : 'land']();
    type(`${typed}!`);
    await settle();
  }
  expect(told.filter(([shown, differs]) => shown === 'saved' && differs)).toEqual([]);
  expect(state()).toBe('saving');
});

it('[SIGN-06] [SIGN-07] closing waits for the save under way, then saves once more and gives the lock back', async () => {
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

it('[SIGN-07] gives the lock back though there is nothing to save', async () => {
  const { autosave, flights } = begin('Weak');
  const closed = autosave.close();
  await settle();
  expect(flights).toMatchObject([{ draft: { text: 'Weak' }, releaseLock: true }]);
  await flights[0]?.land();
  expect(await closed).toBe('closed');
});

it('[SIGN-07] is closed only once everything is saved that was typed while it closed', async () => {
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

it('[SIGN-08] tells that closing failed where only what was typed meanwhile could not be saved', async () => {
  const { autosave, flights, type } = begin();
  const closed = autosave.close();
  await settle();
  type('W');
  await flights[0]?.land();
  await flights[1]?.crash();
  expect(await closed).toBe('failed');
  expect(autosave.ended).toBe(false);
});

it('[SIGN-09] stays open where it closes by itself and somebody is typing, and saves that', async () => {
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

it('[SIGN-08] [SIGN-05] [BERR-02] tells that closing failed, and goes on saving', async () => {
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

it('[SIGN-63] a close that is refused because somebody else writes does not begin to save again', async () => {
  const { autosave, flights, type } = begin();
  autosave.saveBy(() => {
    void autosave.halt();
    return Promise.reject(new Error('Locked.'));
  });
  type('W');
  expect(await autosave.close()).toBe('failed');
  expect(autosave.ended).toBe(true);
  await autosave.tick();
  expect(flights).toEqual([]);
});

it('[SIGN-10] a halt waits for the save under way, and nothing is sent after it until it is taken back', async () => {
  const { autosave, flights, type, state } = begin();
  type('W');
  void autosave.tick();
  const halted = vi.fn();
  void autosave.halt().then(halted);
  await settle();
  expect(halted).not.toHaveBeenCalled();
  await flights[0]?.land();
  expect(halted).toHaveBeenCalledOnce();
  type('We');
  await autosave.tick();
  expect(flights).toHaveLength(1);
  autosave.resume();
  expect(state()).toBe('saving');
  void autosave.tick();
  expect(flights).toHaveLength(2);
});
