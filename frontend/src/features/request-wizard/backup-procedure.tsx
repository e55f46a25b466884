import type { LocationRead } from '@/api/generated/types.gen';
import { PhoneLink } from '@/shared/ui/phone-link';

/** Whom to call if the request cannot be sent. */
export function BackupProcedure({ location }: { location: LocationRead }) {
  const phone = location.phoneNumberAtLocation;
  return (
    <>
      <p>For emergent consult requests please follow the backup procedure for your location.</p>
      {phone !== null && (
        <p>
          {location.displayName}: <PhoneLink number={phone} />
        </p>
      )}
    </>
  );
}
