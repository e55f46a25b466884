import type { DocumentVersion } from '@/api/generated/types.gen';
import { isFields } from '@/api/rules';
import type { DialogValues } from '@/service-lines/define';
import { isRichText, storable } from '@/shared/lib/rich-text';

/** Of a list with Other, null says that Other is not ticked; everywhere else a form's blank text stands for unanswered. */
const OTHER = 'other';

/** What a form begins with, of a draft as the server keeps it. */
function valuesOf(content: DialogValues): Record<string, unknown> {
  return mapAnswers(content, (value, name) => (value === null && name !== OTHER ? '' : value));
}

/** What a draft of the server says, as a form begins with it. */
export function savedValues({ content }: Pick<DocumentVersion, 'content'>): Record<string, unknown> {
  return valuesOf(isFields(content) ? content : {});
}

/** What was typed above just this draft and not saved, as it was kept over a sign-out; null where the draft is another one by now. */
export function keptValues(kept: DialogValues | null, { createdAt }: DocumentVersion): Record<string, unknown> | null {
  return kept?.basedOn === createdAt && isFields(kept.values) ? { ...kept.values } : null;
}

/** What the server keeps, of a form as it stands: a copy that later typing does not change. */
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
