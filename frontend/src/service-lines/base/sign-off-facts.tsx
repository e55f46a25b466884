import type { DialogValues } from '../define';
import { Fact, Facts } from './facts';

interface SignOffFactsProps {
  /** What was signed, as it is stored. */
  content: DialogValues;
  completionTypes: readonly { value: string; label: string }[];
}

/** What a short sign-off says; what its line does not ask is not there. */
export function SignOffFacts({ content, completionTypes }: SignOffFactsProps) {
  const { typeofCall, videoCallLength, documentationReference, cancellationReason, comment } = content;
  return (
    <Facts>
      <Fact label="Type of Call">
        {completionTypes.find(({ value }) => value === typeofCall)?.label ?? textOf(typeofCall)}
      </Fact>
      <Fact label="Video Call Length">{typeof videoCallLength === 'number' && `${videoCallLength} min`}</Fact>
      <Fact label="Documentation Reference">{textOf(documentationReference)}</Fact>
      <Fact label="Cancellation Reason" wide>
        {textOf(cancellationReason)}
      </Fact>
      <Fact label="Comment" wide>
        {textOf(comment)}
      </Fact>
    </Facts>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
