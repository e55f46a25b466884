import { hashKey, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { useStore } from 'zustand';
import { Banner } from '@/shared/ui/banner';

import { ListView, type ListProps } from './list-view';
import { cardsOf } from './place-card';
import { worklistQuery } from './queries';
import { sound } from './sound';
import { announcement, useLiveCards } from './use-live-cards';
import { useWorklistFilter } from './use-filter';
import classes from './worklist-panel.module.css';

/** The consults, updated individually by events. */
export function Consults(props: ListProps) {
  const { filter } = useWorklistFilter('consult');
  const query = worklistQuery(filter);
  const list = useInfiniteQuery(query);
  useLiveCards(filter);
  const { id, text } = useStore(announcement);
  const { data } = list;
  const entries = useMemo(
    () => (data === undefined ? null : cardsOf(data).map((card) => ({ card, transfer: null }))),
    [data],
  );
  return (
    <>
      <p role="status" className="wl-visually-hidden">
        <span key={id}>{text}</span>
      </p>
      <ListView
        key={hashKey(query.queryKey)}
        mode="consult"
        list={list}
        entries={entries}
        notice={<SoundNotice />}
        {...props}
      />
    </>
  );
}

/** Browsers block sound until the user has interacted with the page. */
function SoundNotice() {
  const { on, allowed } = useStore(sound);
  if (!on || allowed) return null;
  return (
    <div className={classes.notice}>
      <Banner icon="sound-off">Click anywhere to turn on sound for new consults.</Banner>
    </div>
  );
}
