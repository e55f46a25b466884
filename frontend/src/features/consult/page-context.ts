import { createContext, type ReactNode, use } from 'react';

import type { Consult } from '@/consults/consult';

export type ConsultView = 'consult' | 'timeline';

/** The meeting in the app, which continues when the user leaves the page. */
export interface MeetingControls {
  /** The consult whose meeting this window is in. */
  consultId: string | null;
  joining: boolean;
  join: (consult: Consult) => void;
  /** Tries the devices and the network first, then joins. */
  check?: (consult: Consult) => void;
  /** Brings the meeting to the front. */
  show: () => void;
}

/** What the area's page provides to the consult: navigation and parts of other features. */
export interface ConsultPage {
  /** What a phone shows; wider screens show both. */
  view: ConsultView;
  onView: (view: ConsultView) => void;
  /** The link back to the list on a phone. */
  back: ReactNode;
  /** The link back to the list on a wide screen, for a consult that cannot be shown. */
  toList?: ReactNode;
  /** The link to emergency access, for a consult that cannot be shown. */
  toEmergency?: ReactNode;
  /** The link to a new request, for users who may create one. */
  toRequest?: ReactNode;
  meeting?: MeetingControls | undefined;
  /** Set if the user pressed Acknowledge on a notification; called when they have confirmed it here or not. */
  onAcknowledgeAnswered?: (() => void) | undefined;
  /** Set if the user came here to write the note; called when the note opens. */
  onNoteOpened?: (() => void) | undefined;
}

const PageContext = createContext<ConsultPage | null>(null);

export const ConsultPageProvider = PageContext;

export function useConsultPage(): ConsultPage {
  const page = use(PageContext);
  if (page === null) throw new Error('There is no consult page around this component.');
  return page;
}
