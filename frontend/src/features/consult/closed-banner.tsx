import { closedVerb, whoClosed, whoSigned } from '@/consults/attribution';
import type { Consult } from '@/consults/consult';
import { useMe } from '@/session/me';
import { Banner } from '@/shared/ui/banner';

/** Says in an open dialog who closed the consult, and that nothing can be sent. */
export function ClosedBanner({ consult }: { consult: Consult }) {
  const { title, why } = useClosing(consult);
  return (
    <Banner tone="warning" announce="alert" title={title ?? undefined}>
      <p>{why} Copy what you still need.</p>
    </Banner>
  );
}

/** Tells this user who closed or signed off the consult first. */
function useClosing(consult: Consult): { title: string | null; why: string } {
  const me = useMe();
  const gone = 'This can no longer be sent.';
  if (consult.signOffNote !== null && consult.signOffNote.signatory !== null) {
    if (consult.signOffNote.signatory.id === me.id) return { title: 'You signed off this consult.', why: gone };
    return { title: whoSigned(consult.signOffNote), why: 'The consult was signed off before this was sent.' };
  }
  if (consult.completedByUser?.id === me.id) return { title: `You ${closedVerb(consult)} this consult.`, why: gone };
  return { title: whoClosed(consult), why: 'The consult was closed before this was sent.' };
}
