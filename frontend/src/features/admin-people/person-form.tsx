import { useEffect, useEffectEvent, useState } from 'react';

import { useCheckedForm } from '@/api/contract-form';
import { showServerErrors } from '@/api/show-server-errors';
import type { PeopleChoices, PersonRead } from '@/api/generated/types.gen';
import { useDraft } from '@/drafts/use-draft';
import { NotSaved } from '@/drafts/not-saved';
import { Form } from '@/shared/forms/form';
import { fullName } from '@/shared/lib/full-name';
import { InView } from '@/shared/ui/in-view';
import { toastSuccess } from '@/shared/ui/toasts';

import { ChangedMeanwhile } from './changed-meanwhile';
import classes from './person.module.css';
import { PersonFields } from './person-fields';
import { bodyOf, checkPerson, differing, effective, type PersonValues, valuesOf } from './person-values';
import { isChangedMeanwhile, useSavePerson } from './queries';
import { SaveBar } from './save-bar';
import { useConflict } from './use-conflict';

export interface PersonFormProps {
  person: PersonRead;
  choices: PeopleChoices;
  /** Whether something is typed that is not saved. */
  onDirty: (dirty: boolean) => void;
}

/** Changes a person. What someone else changed in the meantime is shown beside what was typed. */
export function PersonForm({ person, choices, onDirty }: PersonFormProps) {
  const [base, setBase] = useState(() => valuesOf(person));
  const form = useCheckedForm<PersonValues>((values) => checkPerson(effective(values, choices)), valuesOf(person));
  const { mutateAsync: save } = useSavePerson();
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const settle = (saved: PersonRead) => {
    setBase(valuesOf(saved));
    form.reset(valuesOf(saved));
  };
  const conflict = useConflict(form, { id: person.id, base, onRead: (read) => setBase(valuesOf(read)) });
  useDraft(form, `person/${person.id}`);
  useFollow(person, { shown: base.version, isDirty: form.formState.isDirty, onDirty, onChanged: settle });

  const submit = async (values: PersonValues) => {
    setFailed(null);
    if (conflict.isUndecided()) return;
    try {
      const saved = await save({ id: person.id, version: values.version, body: bodyOf(values, person.active) });
      conflict.end();
      settle(saved);
      toastSuccess(`Changes to ${fullName(saved)} saved.`);
    } catch (failure) {
      if (isChangedMeanwhile(failure) && (await conflict.begin(failure))) return;
      if (!showServerErrors(form, failure)) setFailed({ failure });
    }
  };
  return (
    <Form form={form} onSubmit={submit}>
      <div className={classes.groups}>
        <PersonFields form={form} choices={choices} base={base} only={person.worksElsewhere ? 'places' : undefined} />
        <InView>
          {conflict.state !== null && (
            <ChangedMeanwhile
              key={conflict.state.theirs.version}
              state={conflict.state}
              choices={choices}
              isAsked={conflict.isAsked}
              onChoose={conflict.choose}
            />
          )}
        </InView>
        <InView>{failed !== null && <NotSaved failure={failed.failure} button="Save" />}</InView>
        <SaveBar
          form={form}
          countChanges={() => differing(effective(form.getValues(), choices), base).length}
          onDiscard={() => {
            conflict.end();
            setFailed(null);
            settle(person);
          }}
        />
      </div>
    </Form>
  );
}

interface FollowOptions {
  /** The version that the form shows. */
  shown: string;
  isDirty: boolean;
  onDirty: (dirty: boolean) => void;
  onChanged: (person: PersonRead) => void;
}

/** While nothing is typed, the form shows the person as they are, also after they were changed elsewhere on the page. */
function useFollow(person: PersonRead, { shown, isDirty, onDirty, onChanged }: FollowOptions) {
  const tell = useEffectEvent(onDirty);
  useEffect(() => tell(isDirty), [isDirty]);
  const follow = useEffectEvent(() => {
    if (!isDirty && person.version !== shown) onChanged(person);
  });
  useEffect(() => follow(), [person.version]);
}
