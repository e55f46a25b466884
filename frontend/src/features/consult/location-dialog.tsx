import { Button, Modal, Stack } from '@mantine/core';

import { DialogPatient } from '@/service-lines/base/dialog-patient';
import { Fact, Facts, PhoneFact } from '@/service-lines/base/facts';
import { TransferProtocols } from '@/service-lines/base/transfer-protocols';
import { VideoRoomFact } from '@/service-lines/base/video-room-fact';
import type { Consult } from '@/consults/consult';
import { DialogFooter } from '@/shared/ui/dialog-footer';

/** Where the patient is, how to call there, and where that location transfers its patients. */
export function LocationDialog({ consult, onClose }: { consult: Consult; onClose: () => void }) {
  const { location } = consult.Encounter;
  // What was entered for this patient takes precedence over the location's own data.
  const faxNumber = consult.additionalData.faxNumber ?? location.faxNumber;
  const hospitalName = consult.additionalData.hospitalName ?? location.hospitalName;
  return (
    <Modal opened onClose={onClose} title="Location Details">
      <Stack gap="lg">
        <DialogPatient consult={consult} />
        <Facts>
          <Fact label="Location" wide>
            {location.displayName}
          </Fact>
          <Fact label="Hospital Name" wide>
            {hospitalName}
          </Fact>
          {location.phoneNumberAtLocation !== null && (
            <PhoneFact label="Phone" number={location.phoneNumberAtLocation} />
          )}
          <Fact label="Fax Number">{faxNumber}</Fact>
          <VideoRoomFact location={location} />
        </Facts>
        <TransferProtocols consult={consult} />
        <DialogFooter>
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
