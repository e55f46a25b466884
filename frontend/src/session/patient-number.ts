import type { ConfigurablePatientNumber } from '@/api/generated/types.gen';

export interface NumberTexts {
  readonly label: string;
  readonly feedback: string | null;
}

const DEFAULT_LABEL = 'Patient Number';

/** What a unit calls its own patient number; a text of the user's dictionary wins over the unit's plain one. */
export function numberTexts(
  number: ConfigurablePatientNumber | null,
  dictionary: Readonly<Record<string, string>>,
): NumberTexts {
  return {
    label: textOf(number?.labelKey, dictionary) ?? number?.label ?? DEFAULT_LABEL,
    feedback: textOf(number?.feedbackKey, dictionary) ?? number?.feedback ?? null,
  };
}

function textOf(key: string | null | undefined, dictionary: Readonly<Record<string, string>>): string | undefined {
  return typeof key === 'string' ? dictionary[key] : undefined;
}
