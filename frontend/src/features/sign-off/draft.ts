import type { DocumentVersion } from '@/api/generated/types.gen';
import { isFields } from '@/api/rules';
import type { DialogValues } from '@/service-lines/define';
import { isRichText, storable } from '@/shared/lib/rich-text';
import { isSame } from '@/shared/lib/same';

/** Of a list with Other, null says that Other is not ticked; everywhere else a form's blank text means unanswered. */
const OTHER = 'other';

/** What a form begins with, of a draft as the server keeps it. */
function valuesOf(content: DialogValues): Record<string, unknown> {
  return mapAnswers(content, (value, name) => (value === null && name !== OTHER ? '' : value));
}

/** What a draft of the server says, as a form begins with it. */
export function savedValues({ content }: Pick<DocumentVersion, 'content'>): Record<string, unknown> {
  return valuesOf(isFields(content) ? content : {});
}

/**
 * What was typed above just this draft and not saved, as it was kept over a sign-out; null where the draft is another one by now, unless
 * it is what the same window had sent last, which may have arrived after that.
 */
export function keptValues(kept: DialogValues | null, draft: DocumentVersion): Record<string, unknown> | null {
  const values = valuesIn(kept);
  if (values === null) return null;
  const fits = kept?.basedOn === draft.createdAt || isSame(kept?.sent, draftOf(savedValues(draft)));
  return fits ? { ...values } : null;
}

/** The content of a saved draft, as the server would store it; null when there is none, or when the note has it already. */
export function keptContent(kept: DialogValues | null, draft?: DocumentVersion): DialogValues | null {
  const values = valuesIn(kept);
  if (values === null) return null;
  const content = draftOf(values);
  return draft !== undefined && isSame(content, draftOf(savedValues(draft))) ? null : content;
}

function valuesIn(kept: DialogValues | null): DialogValues | null {
  return isFields(kept?.values) ? kept.values : null;
}

/** What the server stores of a form's values: a copy that later input does not change. */
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
