import type { ContactRead } from '@/api/generated/types.gen';

import { ContactRow } from './contact-row';
import { useChangeContacts } from './queries';

import lists from '@/shared/ui/list.module.css';

interface ContactListProps {
  contacts: readonly ContactRead[];
  ownEndpoint: string | null;
  onRemove: (id: number) => void;
}

/** The contacts in the order in which they are tried. A change is shown at once, and undone if the server rejects it. */
export function ContactList({ contacts, ownEndpoint, onRemove }: ContactListProps) {
  const change = useChangeContacts();
  const shown = change.isPending ? change.variables : contacts;
  if (shown.length === 0) return null;
  const move = (index: number, step: -1 | 1) => {
    const moved = [...shown];
    moved.splice(index + step, 0, ...moved.splice(index, 1));
    change.mutate(moved);
  };
  return (
    <ol className={lists.close} aria-label="Your contacts, in order">
      {shown.map((contact, index) => (
        <ContactRow
          key={contact.id}
          contact={contact}
          ownEndpoint={ownEndpoint}
          isFirst={index === 0}
          isLast={index === shown.length - 1}
          onMove={(step) => move(index, step)}
          onDelay={(delaySeconds) =>
            change.mutate(shown.map((one) => (one.id === contact.id ? { ...one, delaySeconds } : one)))
          }
          onRemove={() => onRemove(contact.id)}
        />
      ))}
    </ol>
  );
}
