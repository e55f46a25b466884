import type { FieldValues } from 'react-hook-form';

import type { Check } from '@/api/contract-form';

import type { How } from './drafts/how';

/** The answers of a form that changes an object. */
export interface VersionedValues extends FieldValues {
  /** The version that these answers are about; blank for a new object. */
  version: string;
  /** Why, for those who read the history. */
  reason: string;
  /** Of kinds that have drafts. */
  how?: How;
}

/** What the forms and the history have to know about one kind of object. `F` are the fields that are compared. */
export interface Versioned<O, V extends VersionedValues, F extends keyof V & string> {
  /** What the kind is called in a sentence: `this person`. */
  readonly noun: string;
  readonly labels: Readonly<Record<F, string>>;
  readonly nameOf: (object: O) => string;
  /** The answers that are stored. */
  readonly valuesOf: (object: O) => V;
  readonly check: Check<V>;
  /** Where a field of the wire is in the form, if elsewhere. */
  readonly placeOf?: (field: string) => string;
  /** The fields in which two sets of answers differ, in the order of the page. */
  readonly differing: (values: V, others: V) => F[];
  readonly answerInWords: (field: F, values: V) => string;
}
