import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { choices } from '@/api/contract/choices/patients.gen';
import { constants } from '@/api/contract/constants.gen';
import { checkByContract, useCheckedForm } from '@/api/contract-form';
import { type ApiError, isApiError } from '@/api/errors';
import type {
  ConfirmPatient as Confirmation,
  IdentityPart,
  IdentityRead,
  DeliveryProblem,
  PatientComparison,
  Verification,
} from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { TextAreaField } from '@/shared/forms/text-field';
import { formatDay } from '@/shared/lib/dates';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { toastSuccess } from '@/shared/ui/toasts';

import { comparisonQuery, CONFLICT, hasRecordChanged, useConfirmPatient } from './queries';

/** Lets an administrator confirm which patient a note is about if it cannot be verified from the record alone. */
export function ConfirmPatient({ problem, onClose }: { problem: DeliveryProblem; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(comparisonQuery(problem));
  const { mutateAsync: confirm } = useConfirmPatient(problem);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const form = useCheckedForm<Confirmation>(
    ({ reason }) => checkByContract('ConfirmPatient', { seen: data?.digest, reason }),
    { reason: '' },
  );
  const submit = async (confirmation: Confirmation) => {
    try {
      await confirm(confirmation);
      toastSuccess('Patient confirmed. The note is being sent.');
      onClose();
    } catch (failure) {
      if (hasRecordChanged(failure)) {
        await refetch();
        setRefusal(failure);
      } else if (isApiError(failure, CONFLICT)) onClose();
      else {
        setRefusal(null);
        throw failure;
      }
    }
  };
  const waiting = data === undefined ? <SkeletonCards count={1} label="Checking the record" /> : null;
  const failed = <ErrorState title="Failed to load" onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <FormDialog
      title="Is This the Same Patient?"
      size="lg"
      form={form}
      draftKey={`delivery-problem/${problem.consultId}/${problem.version}/reason`}
      submitLabel="Confirm Patient"
      closeLabel="Cancel"
      expected="confirmed"
      losesInput
      instead={error === null ? waiting : failed}
      onSubmit={submit}
      onClose={onClose}
    >
      {refusal !== null && <RefusalBanner refusal={refusal} />}
      {data !== undefined && (
        <>
          <Banner tone="warning" title={labelOf(data)} />
          <Identities comparison={data} />
        </>
      )}
      <Text>
        Confirm only if the request and the record are about the same person. The note is then filed under the
        record&apos;s ID, and your name and reason are shown with the consult. This cannot be undone.
      </Text>
      <TextAreaField
        control={form.control}
        name="reason"
        label="Reason"
        limit={constants.SHORT_TEXT_LIMIT}
        required
        data-autofocus
      />
    </FormDialog>
  );
}

/** Moves focus away from the button, because the content to confirm has changed. */
function RefusalBanner({ refusal }: { refusal: ApiError }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [refusal]);
  return (
    <Banner ref={box} tone="danger" announce="alert" title="Nothing was confirmed.">
      <p>{refusal.message}</p>
    </Banner>
  );
}

function Identities({ comparison: { verification, said, recorded, differing } }: { comparison: PatientComparison }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          <Table.Th scope="col">Request</Table.Th>
          <Table.Th scope="col">Record</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {choices.IdentityPart.map(({ value, label }) => (
          <Table.Tr key={value}>
            <Table.Th scope="row">
              {label}
              {differing.includes(value) && ' (differs)'}
            </Table.Th>
            <Table.Td>{partOf(said, value)}</Table.Td>
            <Table.Td>{recorded === null ? missingRecordText(verification) : partOf(recorded, value)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Why the record has no patient to show. */
function missingRecordText(verification: Verification): string {
  if (verification === 'not-found') return 'No patient with this ID';
  return verification === 'unverifiable' ? 'No record available' : 'No response';
}

function partOf({ nameFamily, nameGiven, birthDate, numbers }: IdentityRead, part: IdentityPart): string {
  const known = {
    name: [nameFamily, nameGiven].filter((name) => name !== null).join(', '),
    'birth-date': birthDate === null ? '' : formatDay(birthDate),
    number: numbers.join(', '),
  };
  return known[part] === '' ? 'Unknown' : known[part];
}

function labelOf({ verification }: PatientComparison): string {
  return choices.Verification.find(({ value }) => value === verification)?.label ?? '';
}
