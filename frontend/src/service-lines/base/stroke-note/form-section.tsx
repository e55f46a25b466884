import type { ReactNode } from 'react';

import { NoteSection } from './note-section';
import { elementOf, type SectionId, sections } from './sections';

/** A part of the note while it is written, to which the rail leads. */
export function FormSection({ id, end, children }: { id: SectionId; end?: ReactNode; children: ReactNode }) {
  const title = sections.find((section) => section.id === id)?.title ?? '';
  return (
    <NoteSection title={title} heading={elementOf(id)} end={end}>
      {children}
    </NoteSection>
  );
}
