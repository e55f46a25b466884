import { Anchor } from '@mantine/core';

import type { LocationRead } from '@/api/generated/types.gen';

/** Whom to call when the request cannot be made here. */
export function BackupProcedure({ location }: { location: LocationRead }) {
  const phone = location.phoneNumberAtLocation;
  return (
    <>
      <p>For emergent consult requests please follow the backup procedure for your location.</p>
      {phone !== null && (
        <p>
          {location.displayName}: <Anchor href={`tel:+1${phone.replace(/\D/g, '')}`}>{phone}</Anchor>
        </p>
      )}
    </>
  );
}
