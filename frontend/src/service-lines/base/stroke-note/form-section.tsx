import type { ReactNode } from 'react';

import { NoteSection } from './note-section';
import { headingIdOf, type SectionId, sections } from './sections';

/** A section of the note's form, which the section rail links to. */
export function FormSection({ id, end, children }: { id: SectionId; end?: ReactNode; children: ReactNode }) {
  const title = sections.find((section) => section.id === id)?.title ?? '';
  return (
    <NoteSection title={title} heading={headingIdOf(id)} end={end}>
      {children}
    </NoteSection>
  );
}
