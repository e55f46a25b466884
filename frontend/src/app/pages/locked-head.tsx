import { Title } from '@mantine/core';

import { Banner } from '@/shared/ui/banner';

interface LockedHeadProps {
  lines: readonly string[];
  /** Whether a page would be heard. */
  rings: boolean;
  /** The server has not responded for a while. */
  isSilent: boolean;
  /** What else reaches the user, if that is known. */
  elsewhere: string | undefined;
}

/** What the locked screen says before it has been loaded, too, so that the button below does not move. */
export function LockedHead({ lines, rings, isSilent, elsewhere }: LockedHeadProps) {
  return (
    <>
      <Title order={2}>
        {lines.length === 0 ? 'You are on call' : `You are on call for ${new Intl.ListFormat('en-US').format(lines)}`}
      </Title>
      <p>{rings && !isSilent ? 'This locked screen rings when you are paged.' : 'This screen is locked.'}</p>
      {isSilent && (
        <Banner tone="danger" announce="alert">
          <p>The server does not respond, so this screen cannot ring. {elsewhere}</p>
        </Banner>
      )}
    </>
  );
}
