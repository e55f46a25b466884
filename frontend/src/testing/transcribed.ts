import { readFileSync } from 'node:fs';

interface Item {
  number: string;
  label: string;
  levels: string[];
  untestable: string | null;
}

interface Inserted {
  label: string;
  section: string;
  lines?: string[];
  bullets?: string[];
}

type List =
  | 'TaskType'
  | 'Anticoagulant'
  | 'ThrombolyticDrug'
  | 'DelayReason'
  | 'NotGivenReason'
  | 'NotCandidateReason'
  | 'Diagnosis'
  | 'Disposition'
  | 'NotableSymptom'
  | 'BaselineFunctionalStatus'
  | 'TriageJobDescription'
  | 'PsychCallReason'
  | 'StrokeCompletionType'
  | 'AcuteStrokeCompletionType'
  | 'CommonCompletionType'
  | 'PsychCompletionType'
  | 'ToxicologyCompletionType';

interface Transcriptions {
  choices: Record<List, string[]>;
  'inserted-texts': Record<'quickFills' | 'cannedTexts', Inserted[]>;
  /** Value and label of each entry. */
  labels: Record<'TransportationMode' | 'StrokeLevel', [string, string][]>;
  nihss: { items: Item[] };
  shown: {
    timelineDisclaimer: string;
    /** The unit beside a number of minutes. */
    minutes: string;
    /** Keyed by allowed action. */
    consultButtons: Record<'acknowledge' | 'complete' | 'edit' | 'cancel' | 'signOff' | 'editSignoffNote', string>;
  };
}

/** Capitalized, as screens show values that are stored in lower case. */
export const capitalized = (entry: string) => entry.charAt(0).toUpperCase() + entry.slice(1);

/** Transcribed by hand from the specification; see backend/tests/transcription. */
export function transcribed<N extends keyof Transcriptions>(name: N): Transcriptions[N] {
  return JSON.parse(readFileSync(`../backend/tests/transcription/${name}.json`, 'utf8')) as Transcriptions[N];
}
