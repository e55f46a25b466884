import { Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { useContractForm } from '@/api/contract-form';
import { type ApiError, isApiError } from '@/api/errors';
import type { HandOver, PersonOnCall } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { DialogPatient } from '@/service-lines/base/dialog-patient';
import type { ConsultDialogProps } from '@/service-lines/define';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';
import { SearchField } from '@/shared/ui/search-field';

import { type Receivers, useReceivers } from './use-receivers';

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
  const chosenId = useWatch({ control: form.control, name: 'userId' });
  const receivers = useReceivers(consult, chosenId);
  const { state, listed, search } = receivers;
  const { name } = consult.Encounter.ServiceLine;
  const isUnseen = state === 'known' && chosenId !== '' && !listed.some(({ id }) => id === chosenId);
  useEffect(() => {
    // Restored from a draft: nobody takes over whom the user does not see.
    if (isUnseen) form.setValue('userId', '');
  }, [isUnseen, form]);
  return (
    <FormDialog
      title="Hand Over Consult"
      form={form}
      draftKey={draftKey}
      submitLabel="Hand Over"
      submitDisabled={listed.length === 0}
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
      <Stack gap="sm">
        {receivers.typed !== null && (
          <SearchField
            placeholder="Find by name"
            value={receivers.typed}
            onChange={search}
            onKeyDown={(event) => {
              // Does not submit the form.
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
        )}
        <Notice receivers={receivers} lineName={name} />
        {listed.length > 0 && (
          <SingleChoiceField
            control={form.control}
            name="userId"
            label={`On call for ${name} now`}
            description="They are paged at once, and reminded if nothing happens."
            options={listed.map((person) => ({ value: person.id, label: labelOf(person) }))}
            variant="list"
            required
            data-autofocus
          />
        )}
      </Stack>
    </FormDialog>
  );
}

/** The id of whoever is responsible by now, of whom the dialog tells; null if that is no one. */
function responsibleNow({ details: { responsible } }: ApiError): number | null {
  const hasId = typeof responsible === 'object' && responsible !== null && 'id' in responsible;
  return hasId && typeof responsible.id === 'number' ? responsible.id : null;
}

/** What to know about the list: above it, because it may be long. */
function Notice({ receivers: { state, found, more, typed }, lineName }: { receivers: Receivers; lineName: string }) {
  if (state === 'loading')
    return (
      <Text role="status" size="sm" c="dimmed">
        Checking who is on call
      </Text>
    );
  if (state === 'unknown') return <Banner tone="warning" announce="status" title="Could not check who is on call." />;
  if (typed === null || typed === '') {
    if (more > 0) return <Text role="status" size="sm" c="dimmed">{`${more} more on call for ${lineName}.`}</Text>;
    if (found > 0) return null;
    return <Banner tone="warning" announce="status" title={`Nobody else is on call for ${lineName} right now.`} />;
  }
  if (found === 0)
    return (
      <Text role="status" size="sm" c="dimmed">
        Nobody on call has this name.
      </Text>
    );
  return (
    <Text role="status" size="sm" c="dimmed">
      {more > 0 ? `${found} of ${found + more} found` : `${found} found`}
    </Text>
  );
}

function labelOf(person: PersonOnCall): string {
  const name = `${fullName(person)}, ${person.roleLabel}`;
  return person.primary ? name : `${name} (escalation only)`;
}
