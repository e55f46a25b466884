import { createContext, type ReactNode, use } from 'react';

import type { Consult } from '@/consults/consult';

export type ConsultView = 'consult' | 'timeline';

/** The meeting in the app, which continues when the user leaves the page. */
export interface MeetingControls {
  /** The consult whose meeting this window is in. */
  consultId: string | null;
  joining: boolean;
  join: (consult: Consult) => void;
  /** Brings the meeting to the front. */
  show: () => void;
}

/** What surrounds the consult: the router and the other features, which the area's page knows. */
export interface ConsultPage {
  /** What a phone shows; wide screens show both. */
  view: ConsultView;
  onView: (view: ConsultView) => void;
  /** A phone's way back to the list. */
  back: ReactNode;
  /** A wide screen's way back to the list from a consult that cannot be shown. */
  toList?: ReactNode;
  /** Starts another request, for users who may. */
  toRequest?: ReactNode;
  meeting?: MeetingControls | undefined;
  /** The user came here to write the note; called as soon as the note opens. */
  onNoteOpened?: (() => void) | undefined;
}

const PageContext = createContext<ConsultPage | null>(null);

export const ConsultPageProvider = PageContext;

export function useConsultPage(): ConsultPage {
  const page = use(PageContext);
  if (page === null) throw new Error('There is no consult page around this component.');
  return page;
}
