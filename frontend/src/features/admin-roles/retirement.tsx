import { useState } from 'react';

import type { RoleDetails } from '@/api/generated/types.gen';
import { ApartChange } from '@/versions/apart-change';
import { InDraft, SAVED_IN_DRAFT } from '@/versions/drafts/in-draft';

import { Effect } from './effect';
import { useFetchRoleAgain, useSaveRole, useSaveRoleDraft } from './queries';
import { bodyOf, changeOf, proposedOf, valuesOf } from './role-values';
import classes from './roles.module.css';

export interface RetirementProps {
  role: RoleDetails;
  /** The form has changes that are not saved. */
  isDirty: boolean;
}

/** Retires a role or brings it back; in the draft, if one is open or needed. */
export function Retirement({ role, isDirty }: RetirementProps) {
  const { mutateAsync: saveRole } = useSaveRole();
  const { mutateAsync: saveDraft } = useSaveRoleDraft();
  const fetchAgain = useFetchRoleAgain(role.id);
  const { id, name } = role;
  const { isRetired } = role.draftSettings ?? role;
  const values = valuesOf(role);
  const { version, how } = values;
  const verb = isRetired ? 'Bring Back' : 'Retire';
  const done = isRetired ? `${name} is in use again.` : `${name} is retired.`;
  return (
    <ApartChange
      verb={verb}
      title={`${verb} ${name}?`}
      danger={!isRetired}
      isDirty={isDirty}
      save={(reason, confirmed) => {
        const why = { ...values, reason: reason === '' ? values.reason : reason };
        return how === 'draft'
          ? saveDraft({ id, version, body: { ...bodyOf(why, !isRetired), onLive: false } })
          : saveRole({ id, version, body: changeOf(why, !isRetired, confirmed) });
      }}
      done={how === 'draft' ? SAVED_IN_DRAFT : done}
      onOutdated={fetchAgain}
    >
      {how === 'draft' && <InDraft />}
      <WhatItDoes role={role} isRetired={isRetired} />
    </ApartChange>
  );
}

function WhatItDoes({ role, isRetired }: { role: RoleDetails; isRetired: boolean }) {
  const [proposed] = useState(() => proposedOf(valuesOf(role), !isRetired));
  return (
    <div className={classes.asked}>
      <p className={classes.muted}>
        {isRetired
          ? 'Those who still have the role get back what it allows, and it can be given to people again.'
          : 'The role no longer allows anything, and nobody can be given it. It stays on the pages of those who have it, so you can bring it back for all of them.'}
      </p>
      <div className={classes.box}>
        <Effect roleId={role.id} proposed={proposed} />
      </div>
    </div>
  );
}
