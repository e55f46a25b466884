import { Fact } from '../../base/facts';
import { SignOffFacts as BaseFacts } from '../../base/sign-off-facts';
import type { SignOffFactsProps } from '../../define';

/** Adds the length of a video call and the reference to neurology's own note. */
export function SignOffFacts(props: SignOffFactsProps) {
  const { videoCallLength, documentationReference } = props.content;
  return (
    <BaseFacts {...props}>
      <Fact label="Video Call Length">{typeof videoCallLength === 'number' && `${videoCallLength} min`}</Fact>
      <Fact label="Documentation Reference">
        {typeof documentationReference === 'string' && documentationReference}
      </Fact>
    </BaseFacts>
  );
}
