/** The parts of the note in the order in which a consult goes, and which of its fields stand in each. */
export const sections = [
  { id: 'call', title: 'Call', fields: ['callLength', 'videoStartTime', 'lastKnownWell'] },
  { id: 'history', title: 'History and Examination', fields: ['hpi', 'exam'] },
  { id: 'nihss', title: 'NIH Stroke Scale', fields: ['nihss', 'nihssComments'] },
  { id: 'results', title: 'Labs and Imaging', fields: ['labsNotDone', 'labs', 'imaging'] },
  { id: 'thrombolysis', title: 'Thrombolysis', fields: ['thrombolytic'] },
  { id: 'ia-therapy', title: 'Intra-Arterial Therapy', fields: ['iaTherapy'] },
  { id: 'plan', title: 'Assessment and Plan', fields: ['diagnosis', 'disposition', 'transfer'] },
  { id: 'severity', title: 'Time and Severity', fields: ['totalTimeSpent', 'criticalPatient'] },
] as const;

export type Section = (typeof sections)[number];
export type SectionId = Section['id'];

/** One note is open at a time. */
export const elementOf = (id: SectionId) => `stroke-note-${id}`;

/** Whether a field, by its path on the wire, belongs to a section. */
export const standsIn = ({ fields }: Section, path: string) =>
  fields.some((field) => path === field || path.startsWith(`${field}.`));
