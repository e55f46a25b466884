import { useState } from 'react';

import { useContractForm } from '@/api/contract-form';
import { type ApiError, isApiError } from '@/api/errors';
import type { HandOver, PersonOnCall } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';
import { useOnCall } from '@/consults/on-call';
import { FormDialog } from '@/drafts/form-dialog';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import type { ConsultDialogProps } from '@/service-lines/define';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';

interface Values {
  userId: number | '';
}

/** Asks which of those on call for the line now takes the consult over. */
export function HandOverDialog(props: ConsultDialogProps<HandOver>) {
  const { consult, draft, draftKey, closed, save, onClose, onDone } = props;
  const form = useContractForm<Values>('HandOver', {
    defaultValues: { userId: '' },
    draft,
  });
  // No part of the draft. If someone else was first, the server refuses, and the user knows for the next attempt.
  const [responsibleId, setResponsibleId] = useState(consult.responsible?.id ?? null);
  const { ready, notice } = useReceivers(consult);
  return (
    <FormDialog
      title="Hand Over Consult"
      form={form}
      draftKey={draftKey}
      submitLabel="Hand Over"
      submitDisabled={ready.length === 0}
      expected="handedOver"
      heading={<DialogPatient consult={consult} />}
      closed={closed}
      onSubmit={async ({ userId }) => {
        if (userId === '') return;
        await save({ userId, responsibleId });
        onDone('Handed over.');
      }}
      onFailure={(failure) => {
        if (isApiError(failure, 409, 'responsible_changed')) setResponsibleId(responsibleNow(failure));
      }}
      onClose={(typed) => onClose(typed && { ...typed })}
    >
      {ready.length > 0 && (
        <SingleChoiceField
          control={form.control}
          name="userId"
          label={`On call for ${consult.Encounter.ServiceLine.name} now`}
          description="They are paged at once, and reminded if nothing happens."
          options={ready.map((person) => ({ value: person.id, label: labelOf(person) }))}
          variant="list"
          required
          data-autofocus
        />
      )}
      {notice}
    </FormDialog>
  );
}

/** The id of whoever is responsible by now, of whom the dialog tells; null if that is no one. */
function responsibleNow({ details: { responsible } }: ApiError): number | null {
  const hasId = typeof responsible === 'object' && responsible !== null && 'id' in responsible;
  return hasId && typeof responsible.id === 'number' ? responsible.id : null;
}

/** Those who can take the consult over, and what to know if that is not everyone. */
function useReceivers({ serviceLineId, responsible, Encounter }: Consult) {
  const onCall = useOnCall(serviceLineId);
  if (onCall === 'loading') return { ready: [], notice: <p role="status">Checking who is on call</p> };
  if (onCall === 'unknown') {
    return { ready: [], notice: <Banner tone="warning" announce="status" title="Could not check who is on call." /> };
  }
  const { people, total } = onCall;
  const ready = people.filter(({ id }) => id !== responsible?.id);
  const { name } = Encounter.ServiceLine;
  if (ready.length === 0) {
    const title = `Nobody else is on call for ${name} right now.`;
    return { ready, notice: <Banner tone="warning" announce="status" title={title} /> };
  }
  const more = total - people.length;
  return { ready, notice: more > 0 && <p>{`${more} more on call for ${name}.`}</p> };
}

function labelOf(person: PersonOnCall): string {
  const name = `${fullName(person)}, ${person.roleLabel}`;
  return person.primary ? name : `${name} (escalation only)`;
}
