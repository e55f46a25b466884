import { Modal } from '@mantine/core';
import { useWatch } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { TransferRead } from '@/api/generated/types.gen';
import { useTransfer } from '@/consults/queries';
import { askedName } from '@/consults/transfer-state';
import { FormDialog } from '@/drafts/form-dialog';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import type { ConsultDialogProps, DialogValues } from '@/service-lines/define';
import { TextAreaField } from '@/shared/forms/text-field';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { type FacilityOption, useFacilityOptions } from './facilities';
import { FacilityFields, type FacilityValues, ModeNotice, noFacility } from './facility-fields';
import { OfferGoneBanner } from './transfer-gone-banner';
import { useFacilityForm } from './use-facility-form';

const TITLE = 'Facility Declined';

interface Values extends FacilityValues {
  /** The number of the facility that declined, as the dialog was opened: if someone else was first, the server refuses. */
  offer: number;
  reason: string;
}

/** Notes that the facility declined, with its reason, and asks the next one. */
export function DeclineTransferDialog(props: ConsultDialogProps<DialogValues>) {
  const { transfer, error, isFetching, refetch } = useTransfer(props.consult);
  if (transfer !== undefined) return <Dialog {...props} transfer={transfer} />;
  return (
    <Modal opened title={TITLE} onClose={() => props.onClose(props.draft)}>
      {error === null ? (
        <SkeletonCards count={1} label="Loading transfer" />
      ) : (
        <ErrorState title="Failed to load transfer" onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Modal>
  );
}

function Dialog(props: ConsultDialogProps<DialogValues> & { transfer: TransferRead }) {
  const { consult, transfer, draft, draftKey, closed, save, onClose, onDone } = props;
  const options = useFacilityOptions(consult);
  const form = useFacilityForm<Values>('DeclineTransfer', options, draft, {
    ...noFacility,
    preferredTransportationMode: transfer.preferredTransportationMode,
    offer: transfer.declinedOffers.length + 1,
    reason: '',
  });
  const [offer, mode] = useWatch({ control: form.control, name: ['offer', 'preferredTransportationMode'] });
  // Someone else may have asked another facility since; what was typed is about the one before.
  const gone = transfer.declinedOffers.find(({ number }) => number === offer);
  const asked = gone ?? {
    facilityId: transfer.preferredFacility.id,
    facilityName: transfer.preferredFacility.facilityName,
    otherPreferredFacility: transfer.otherPreferredFacility,
  };
  const declined = [...transfer.declinedOffers, asked].map(({ facilityId }) => facilityId);
  const goneBanner =
    gone === undefined || form.formState.isSubmitting ? null : <OfferGoneBanner by={gone.declinedBy} />;
  const submit = async (values: Values) => {
    await save({ ...values });
    onDone('Next facility asked.');
  };
  const hasDeclined = ({ facility }: FacilityOption) => declined.includes(facility.id);
  // Those that have not been asked come first, in the order of the protocol.
  const next = options.toSorted((one, other) => Number(hasDeclined(one)) - Number(hasDeclined(other)));
  return (
    <FormDialog
      title={TITLE}
      size="lg"
      form={form}
      draftKey={draftKey}
      submitLabel="Ask Next Facility"
      expected="saved"
      heading={<DialogPatient consult={consult} />}
      closed={closed ?? goneBanner}
      onSubmit={submit}
      onClose={(typed) => onClose(gone === undefined ? typed && { ...typed } : null)}
    >
      <TextAreaField
        control={form.control}
        name="reason"
        label={`Why did ${askedName(asked)} decline?`}
        limit={constants.SHORT_TEXT_LIMIT}
        minRows={2}
        required
        data-autofocus
      />
      <FacilityFields form={form} options={next} declined={declined} />
      <ModeNotice mode={mode} />
    </FormDialog>
  );
}
