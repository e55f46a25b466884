import type { ReactNode } from 'react';

import type { SignOffFactsProps } from '../define';
import { Fact, Facts } from './facts';

/** What every short sign-off says, around what only the line asks; what was not asked is not there. */
export function SignOffFacts({ content, contract, children }: SignOffFactsProps & { children?: ReactNode }) {
  const { typeofCall, cancellationReason, comment } = content;
  const types: readonly { value: string; label: string }[] = contract.completionTypes;
  return (
    <Facts>
      <Fact label="Type of Call">{types.find(({ value }) => value === typeofCall)?.label ?? textOf(typeofCall)}</Fact>
      {children}
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
