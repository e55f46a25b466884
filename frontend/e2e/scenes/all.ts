import { waitingCalls } from './answering';
import { bedside } from './bedside';
import { calendarScenes } from './calendars';
import { leavingDevice } from './calls';
import { coverage } from './coverage';
import { forms } from './forms';
import { guests } from './guests';
import { notes } from './notes';
import { administrator, coordinator, neurologist, neurology, nobody, psychiatrist } from './others';
import { planningTools } from './planning-tools';
import { requesting } from './requesting';
import type { Account, Scene } from './scene';
import { ownShifts } from './shifts';
import { signedOut } from './signed-out';
import { unattended } from './unattended';
import { whoWouldBePaged } from './who-would-be-paged';
import { writing, writingInCall } from './writing';

interface Story {
  readonly name: string;
  readonly as: Account;
  readonly scenes: readonly Scene[];
}

/** Every screen and dialog, by user; the nurses' come before the calls, which ring on their screens. Add new ones here to have them checked and photographed. */
export const stories: readonly Story[] = [
  { name: 'signed out', as: null, scenes: [...signedOut, ...guests, ...unattended] },
  { name: 'nurse', as: 'nurse', scenes: [...bedside, ...leavingDevice] },
  { name: 'nurse who requests', as: 'nurse', scenes: [...requesting, ...waitingCalls] },
  { name: 'nurse with the forms of all lines', as: 'nurse', scenes: forms },
  { name: 'neurologist', as: 'neuro', scenes: [...ownShifts, ...neurologist] },
  { name: 'neurologist who writes a note', as: 'neuro', scenes: writing },
  { name: 'neurologist who writes a note during a call', as: 'neuro', scenes: writingInCall },
  { name: 'neurologist with a signed note', as: 'neuro', scenes: notes },
  { name: 'neurologist of tele-neuro', as: 'neuro2', scenes: neurology },
  { name: 'psychiatrist', as: 'psych', scenes: psychiatrist },
  { name: 'coordinator', as: 'coordinator', scenes: coordinator },
  // The last of them has lost its connection.
  {
    name: 'coordinator with the planning tools',
    as: 'coordinator',
    scenes: [...planningTools, ...calendarScenes, ...whoWouldBePaged, ...coverage],
  },
  { name: 'administrator', as: 'admin', scenes: administrator },
  { name: 'nobody', as: 'nobody', scenes: nobody },
];
