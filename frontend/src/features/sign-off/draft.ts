import type { DocumentVersion } from '@/api/generated/types.gen';
import { isFields } from '@/api/rules';
import type { DialogValues } from '@/service-lines/define';
import { isRichText, storable } from '@/shared/lib/rich-text';
import { isSame } from '@/shared/lib/same';

/** In a list with Other, null means that Other is not selected. Everywhere else, a form has empty text for an unanswered field. */
const OTHER = 'other';

/** Converts the content of a draft from the server to form values. */
function valuesOf(content: DialogValues): Record<string, unknown> {
  return mapAnswers(content, (value, name) => (value === null && name !== OTHER ? '' : value));
}

/** The initial form values of a draft from the server. */
export function savedValues({ content }: Pick<DocumentVersion, 'content'>): Record<string, unknown> {
  return valuesOf(isFields(content) ? content : {});
}

/**
 * The unsaved input from before a sign-out, if it is based on exactly this draft. Null if the draft has changed since, unless
 * it is what the same window sent last, which may have been saved after all.
 */
export function restoredValues(saved: DialogValues | null, draft: DocumentVersion): Record<string, unknown> | null {
  const values = valuesIn(saved);
  if (values === null) return null;
  const fits = saved?.basedOn === draft.createdAt || isSame(saved?.sent, draftOf(savedValues(draft)));
  return fits ? { ...values } : null;
}

/** The unsaved input in the server's format; null if there is none, or if the note already contains it. */
export function unsavedContent(saved: DialogValues | null, draft?: DocumentVersion): DialogValues | null {
  const values = valuesIn(saved);
  if (values === null) return null;
  const content = draftOf(values);
  return draft !== undefined && isSame(content, draftOf(savedValues(draft))) ? null : content;
}

function valuesIn(saved: DialogValues | null): DialogValues | null {
  return isFields(saved?.values) ? saved.values : null;
}

/** Converts form values to the server's format. The result is a copy that later input does not change. */
export function draftOf(values: DialogValues): Record<string, unknown> {
  return mapAnswers(values, (value, name) => {
    if (typeof value !== 'string') return value;
    return value === '' && name !== OTHER ? null : storable(value);
  });
}

function mapAnswers(values: DialogValues, change: (value: unknown, name: string) => unknown): Record<string, unknown> {
  const inner = (value: unknown, name: string) =>
    isFields(value) && !isRichText(value) ? mapAnswers(value, change) : change(value, name);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inner(value, name)]));
}
