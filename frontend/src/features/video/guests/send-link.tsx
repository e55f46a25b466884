import { Button } from '@mantine/core';

import { constants } from '@/api/contract/constants.gen';

/** Opens a message with the link in an application of this device: the server sends nothing, and so keeps no link. */
export function SendLink({ address }: { address: string }) {
  const text = `You are invited to a video call. This link opens once, within ${constants.GUEST_LINK_MINUTES} minutes: ${address}`;
  const body = encodeURIComponent(text);
  return (
    <>
      {/* Without a recipient, iOS and Android agree only on this form. */}
      <Button component="a" variant="default" href={`sms:?&body=${body}`}>
        Text Message
      </Button>
      <Button component="a" variant="default" href={`mailto:?subject=Video%20call&body=${body}`}>
        E-mail
      </Button>
    </>
  );
}
