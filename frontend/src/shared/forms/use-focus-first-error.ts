import { type RefObject, useEffect, useRef } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';

/** Inputs, and buttons that stand for one, which may not have the attribute for it. */
const INVALID = ':is([aria-invalid="true"], [data-invalid]):not(:disabled)';

/** After a rejected submission, scrolls to the first invalid field in page order and focuses it; the summary if no field is known to be. */
export function useFocusFirstError<V extends FieldValues>({
  control,
}: UseFormReturn<V>): RefObject<HTMLFormElement | null> {
  const region = useRef<HTMLFormElement>(null);
  const { submitCount, isSubmitSuccessful } = useFormState({ control });
  useEffect(() => {
    if (submitCount === 0 || isSubmitSuccessful) return;
    const first = region.current?.querySelector<HTMLElement>(INVALID);
    const summary = region.current?.querySelector<HTMLElement>('[data-error-summary]');
    if (first == null) {
      summary?.scrollIntoView({ block: 'start' });
      summary?.focus({ preventScroll: true });
      return;
    }
    // If the field were centered, the heading of a summary just above it would be cut off.
    if (summary != null && fitTogether(summary, first)) summary.scrollIntoView({ block: 'start' });
    else first.scrollIntoView({ block: 'center' });
    first.focus({ preventScroll: true });
  }, [submitCount, isSubmitSuccessful]);
  return region;
}

/** The usable share of the window's height; the rest is for sticky headers and buttons. */
const USABLE_SHARE = 0.7;

/** Whether the window can show everything from the summary's heading to the field below it. */
function fitTogether(summary: Element, field: Element): boolean {
  const height = field.getBoundingClientRect().bottom - summary.getBoundingClientRect().top;
  return height < window.innerHeight * USABLE_SHARE;
}
