import { type RefObject, useEffect, useRef } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';

/** After a refused submission the first field at fault, in the order of the page, comes into view and gets the focus. */
export function useFocusFirstError<V extends FieldValues>({
  control,
}: UseFormReturn<V>): RefObject<HTMLFormElement | null> {
  const region = useRef<HTMLFormElement>(null);
  const { submitCount, isSubmitSuccessful } = useFormState({ control });
  useEffect(() => {
    if (submitCount === 0 || isSubmitSuccessful) return;
    const first = region.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)');
    const summary = region.current?.querySelector('[data-error-summary]');
    if (first == null) return;
    // With the field in the middle, the heading of a summary just above it would be cut off.
    if (summary != null && fitTogether(summary, first)) summary.scrollIntoView({ block: 'start' });
    else first.scrollIntoView({ block: 'center' });
    first.focus({ preventScroll: true });
  }, [submitCount, isSubmitSuccessful]);
  return region;
}

/** Of the window's height; the rest is for headers and buttons that stay in sight. */
const USABLE_SHARE = 0.7;

/** Whether the window shows the summary from its heading to the field below it. */
function fitTogether(summary: Element, field: Element): boolean {
  const height = field.getBoundingClientRect().bottom - summary.getBoundingClientRect().top;
  return height < window.innerHeight * USABLE_SHARE;
}
