import { useRef, useState } from 'react';

import { messages } from '@/api/contract/messages.gen';
import { toastDanger, toastRefusal } from '@/shared/ui/toasts';

import { type Room, useRoomAddress } from './queries';

export interface Rooms {
  /** The room that is currently being opened. */
  opening: Room | null;
  enter: (room: Room) => void;
}

/** Opens other providers' video rooms, each in its own window. */
export function useRooms(consultId: string): Rooms {
  const { mutateAsync: fetchAddress } = useRoomAddress(consultId);
  const [opening, setOpening] = useState<Room | null>(null);
  // The second click of a double click comes before the button renders as busy.
  const busy = useRef(false);

  const enter = (room: Room) => {
    if (busy.current) return;
    // Browsers allow pop-ups only in the click handler itself, so the window opens before its address is known.
    const opened = window.open('', '_blank');
    if (opened === null) {
      toastRefusal(
        'Allow pop-ups for this site in your browser, then join again.',
        'The video room could not be opened.',
      );
      return;
    }
    opened.opener = null;
    opened.document.title = opened.document.body.textContent = 'Opening the video room…';
    busy.current = true;
    setOpening(room);
    // Not in the mutation's callbacks, which do not run if the user leaves this page before the response.
    void fetchAddress(room)
      .then(({ data }) => {
        if (isWebAddress(data)) opened.location.replace(data);
        else {
          opened.close();
          toastDanger(messages.HELP_DESK);
        }
      })
      .catch(() => opened.close())
      .finally(() => {
        busy.current = false;
        setOpening(null);
      });
  };
  return { opening, enter };
}

function isWebAddress(address: string | null): address is string {
  return address !== null && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
