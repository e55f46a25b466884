import { useRef, useState } from 'react';

import { choices } from '@/api/contract/choices.gen';
import { messages } from '@/api/contract/messages.gen';
import type { Consult } from '@/consults/consult';
import { toastDanger, toastRefusal } from '@/shared/ui/toasts';

import { type Room, rooms, useRoomAddress } from './queries';

export interface Rooms {
  /** The other providers' rooms that this user may enter, with their words. */
  list: readonly { room: Room; label: string }[];
  /** The one that is being opened. */
  opening: Room | null;
  enter: (room: Room) => void;
}

/** The rooms of other video providers, each in a window of its own. */
export function useRooms({ id, allowedActions }: Pick<Consult, 'id' | 'allowedActions'>): Rooms {
  const { mutateAsync: askAddress } = useRoomAddress(id);
  const [opening, setOpening] = useState<Room | null>(null);
  // The second press of a double one comes before the button is drawn as busy.
  const begun = useRef(false);
  const list = choices.ConsultAction.flatMap(({ value, label }) =>
    isRoom(value) && allowedActions.includes(value) ? [{ room: value, label }] : [],
  );

  const enter = (room: Room) => {
    if (begun.current) return;
    // Browsers let a page open a window only while a press is answered, so it is there before its address is.
    const opened = window.open('', '_blank');
    if (opened === null) {
      toastRefusal('Allow pop-ups for this site in your browser, then join again.', 'The room could not be opened.');
      return;
    }
    opened.opener = null;
    opened.document.title = opened.document.body.textContent = 'Opening the video room…';
    begun.current = true;
    setOpening(room);
    // Its answer is waited for here, so that the window gets its address though this page is left meanwhile.
    void askAddress(room)
      .then(({ data }) => {
        if (isWebAddress(data)) opened.location.replace(data);
        else {
          opened.close();
          toastDanger(messages.HELP_DESK);
        }
      })
      .catch(() => opened.close())
      .finally(() => {
        begun.current = false;
        setOpening(null);
      });
  };
  return { list, opening, enter };
}

function isRoom(action: string): action is Room {
  return action in rooms;
}

function isWebAddress(address: string | null): address is string {
  return address !== null && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
