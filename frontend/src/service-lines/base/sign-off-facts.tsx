import type { ReactNode } from 'react';

import type { SignOffFactsProps } from '../define';
import { Fact, Facts } from './facts';

/** The facts of every short sign-off, around the line's own. */
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
