import { type FieldErrors, type FieldValues, get } from 'react-hook-form';

/** One change of a field, as a form reports it. */
export interface FieldChange {
  readonly name: string;
  readonly values: FieldValues;
  readonly defaultValues?: unknown;
  readonly errors?: FieldErrors;
}

/**
 * The text input that the last change opened by checking its Other. It is blank because there was no time to type, so validating that
 * change does not report it. Leaving the input, any further change and submitting do.
 */
export class JustOpened {
  private readonly texts = new Map<string, unknown>();
  private path: string | null = null;
  private isChecking = false;

  /** Validates a form after a change. */
  checkAfter(change: FieldChange, check: () => void) {
    const path = `${change.name}.other`;
    const text: unknown = get(change.values, path);
    const before: unknown = this.texts.has(path) ? this.texts.get(path) : get(change.defaultValues, path);
    this.texts.set(path, text);
    const isOpened = text === '' && before === null && get(change.errors, path) === undefined;
    this.path = isOpened ? path : null;
    this.isChecking = true;
    check();
    this.isChecking = false;
  }

  /** The path whose error is not reported in the validation that starts now; null if there is none. */
  get withheld(): string | null {
    return this.isChecking ? this.path : null;
  }
}
