import { useContractForm } from '@/api/contract-form';
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
  /** As the dialog was opened: if someone else was first, the server refuses. */
  responsibleId: number | null;
}

/** Asks which of those on call for the line now takes the consult over. */
export function HandOverDialog(props: ConsultDialogProps<HandOver>) {
  const { consult, draft, draftKey, closed, save, onClose, onDone } = props;
  const form = useContractForm<Values>('HandOver', {
    defaultValues: { userId: '', responsibleId: consult.responsible?.id ?? null },
    draft,
  });
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
      onSubmit={async ({ userId, responsibleId }) => {
        if (userId === '') return;
        await save({ userId, responsibleId });
        onDone('Handed over.');
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
