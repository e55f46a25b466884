import { useEffect, useEffectEvent, useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import type { DialogValues, NoteForm } from '@/service-lines/define';

import { Autosave, type Save } from './autosave';
import { draftOf } from './draft';

interface AutosaveOptions {
  form: NoteForm;
  /** The content on the server. */
  stored: DialogValues;
  save: Save;
  /** Saves while the page unloads. */
  saveOnUnload: (draft: DialogValues) => void;
}

/** Saves the form every few seconds if it has changed, when the tab is hidden, and as soon as the network is back. */
export function useAutosave({ form: { getValues, subscribe }, stored, save, saveOnUnload }: AutosaveOptions): Autosave {
  const send = useEffectEvent(save);
  const [autosave] = useState(() => new Autosave(stored, () => draftOf(getValues())));
  useEffect(() => autosave.setSave((draft, releaseLock) => send(draft, releaseLock)), [autosave]);
  useEffect(() => {
    autosave.onChange();
    return subscribe({ formState: { values: true }, callback: autosave.onChange });
  }, [subscribe, autosave]);

  const leave = useEffectEvent(() => saveOnUnload(autosave.read()));
  useEffect(() => {
    const tick = () => void autosave.tick();
    const timer = window.setInterval(tick, constants.AUTOSAVE_MS);
    const hide = () => {
      if (document.hidden) tick();
    };
    const go = ({ persisted }: PageTransitionEvent) => {
      if (!persisted && !autosave.ended) leave();
    };
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('online', tick);
    window.addEventListener('pagehide', go);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('online', tick);
      window.removeEventListener('pagehide', go);
    };
  }, [autosave]);
  return autosave;
}
