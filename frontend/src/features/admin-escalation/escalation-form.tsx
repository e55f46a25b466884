import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';

import type { LineEscalationRead } from '@/api/generated/types.gen';
import { ListProblem } from '@/shared/forms/list-problem';
import { Icon } from '@/shared/ui/icon';
import { HowField } from '@/versions/drafts/how-field';
import { Group } from '@/versions/group';
import { ReasonField } from '@/versions/reason-field';
import { useConfirmed } from '@/versions/use-confirmed';
import type { Versioned } from '@/versions/versioned';
import { VersionedForm } from '@/versions/versioned-form';

import { Compare, type ShowForecast } from './compare';
import classes from './escalation.module.css';
import {
  bodyOf,
  checkEscalation,
  differing,
  type EscalationValues,
  type FieldName,
  LABELS,
  newPolicy,
  placeOf,
  settingsOf,
  valuesOf,
} from './escalation-values';
import { PolicyFields } from './policy-fields';
import {
  escalationQuery,
  type Scope,
  useFetchEscalationAgain,
  useSaveEscalation,
  useSaveEscalationDraft,
} from './queries';
import { type Facilities, policiesInWords } from './words';

/** How requests escalate, as an object with versions. */
function escalationKind(facilities: Facilities): Versioned<LineEscalationRead, EscalationValues, FieldName> {
  return {
    noun: 'escalation',
    labels: LABELS,
    nameOf: () => 'the escalation',
    valuesOf,
    check: checkEscalation,
    placeOf,
    differing,
    answerInWords: (_, values) => policiesInWords(values, facilities),
  };
}

export interface EscalationFormProps {
  scope: Scope;
  escalation: LineEscalationRead;
  hasEscalationsOnly: boolean;
  showForecast: ShowForecast;
  onDirty: (dirty: boolean) => void;
}

/** Changes the policies, or their draft if one is open. */
export function EscalationForm(props: EscalationFormProps) {
  const { scope, escalation, hasEscalationsOnly, showForecast, onDirty } = props;
  const queryClient = useQueryClient();
  const fetchAgain = useFetchEscalationAgain(scope);
  const { mutateAsync: saveNow } = useSaveEscalation(scope);
  const { mutateAsync: saveDraft } = useSaveEscalationDraft(scope);
  const { run, dialog } = useConfirmed();
  const save = async (values: EscalationValues) => {
    const { version, how } = values;
    if (how === 'draft') return saveDraft({ version, body: { ...bodyOf(values), onLive: false } });
    return run((confirmed) => saveNow({ version, body: { ...bodyOf(values), confirmed } }));
  };
  return (
    <>
      <VersionedForm
        object={escalation}
        kind={escalationKind(escalation.facilities)}
        draftKey={`escalation/${scope.lineId}/${scope.organizationId}`}
        read={() => queryClient.query(escalationQuery(scope))}
        isAsked={dialog !== false}
        onOutdated={fetchAgain}
        save={save}
        onDirty={onDirty}
      >
        {(form) => (
          <>
            <Policies form={form} facilities={escalation.facilities} hasEscalationsOnly={hasEscalationsOnly} />
            <Compare
              scope={scope}
              settingsNow={() => settingsOf(form.getValues())}
              check={() => form.trigger('policies')}
              showForecast={showForecast}
            />
            {escalation.draft === null && (
              <HowField
                control={form.control}
                name="how"
                plural="how requests escalate"
                needsApproval={escalation.needsApproval}
              />
            )}
            <ReasonField control={form.control} name="reason" />
          </>
        )}
      </VersionedForm>
      {dialog}
    </>
  );
}

interface PoliciesProps {
  form: UseFormReturn<EscalationValues>;
  facilities: Facilities;
  hasEscalationsOnly: boolean;
}

function Policies({ form, facilities, hasEscalationsOnly }: PoliciesProps) {
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'policies' });
  return (
    <Group title="Policies">
      <p>
        {fields.length === 0
          ? 'The standard steps apply to all requests. Add a policy to change that.'
          : 'The most specific policy applies: that of the facility first, then that of the priority. Requests that are already waiting keep theirs.'}
      </p>
      {fields.map(({ id }, index) => (
        <PolicyFields
          key={id}
          form={form}
          index={index}
          facilities={facilities}
          hasEscalationsOnly={hasEscalationsOnly}
          onRemove={() => remove(index)}
        />
      ))}
      <ListProblem control={control} name="policies" label={LABELS.policies} />
      <div className={classes.buttons}>
        <Button variant="default" leftSection={<Icon name="plus" size="sm" />} onClick={() => append(newPolicy())}>
          Add Policy
        </Button>
      </div>
    </Group>
  );
}
