import { choices } from '@/api/contract/choices/service-lines.gen';

import { Fact } from './facts';
import { yesNoUnknown } from './answer-labels';

type Conditions = Readonly<Partial<Record<(typeof choices.UnstableQuestion)[number]['value'], boolean | null>>>;

/** How the patient is unstable; unknown answers are left out. */
export function UnstableFacts({ conditions }: { conditions: Conditions }) {
  return choices.UnstableQuestion.map(({ value, label }) => {
    const answer = conditions[value] ?? null;
    return (
      <Fact key={value} label={label.replace('?', '')}>
        {answer !== null && yesNoUnknown(answer)}
      </Fact>
    );
  });
}
