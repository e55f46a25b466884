import { Title } from '@mantine/core';

/** What the locked screen says before it has been loaded, too, so that the button below does not move. */
export function LockedHead({ lines }: { lines: readonly string[] }) {
  return (
    <>
      <Title order={2}>
        {lines.length === 0 ? 'You are on call' : `You are on call for ${new Intl.ListFormat('en-US').format(lines)}`}
      </Title>
      <p>This screen is locked, and rings when you are paged.</p>
    </>
  );
}
