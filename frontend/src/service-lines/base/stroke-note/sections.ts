/** The sections of the note, in the order of a consult, with their fields. */
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

/** The id of a section's heading; only one note is open at a time. */
export const headingIdOf = (id: SectionId) => `stroke-note-${id}`;

/** Whether the field with this path in the API belongs to a section. */
export const belongsTo = ({ fields }: Section, path: string) =>
  fields.some((field) => path === field || path.startsWith(`${field}.`));
