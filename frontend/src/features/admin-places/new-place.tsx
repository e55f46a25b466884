import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import type { PlaceChoices, PlaceKind } from '@/api/generated/types.gen';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { viewerZone } from '@/shared/lib/dates';
import { toastSuccess } from '@/shared/ui/toasts';
import { NewObjectForm } from '@/versions/new-object-form';
import { isObjectId } from '@/versions/object-id';
import { ReasonField } from '@/versions/reason-field';

import { type Crumb, Crumbs } from './crumbs';
import { FacilityFields } from './facility-fields';
import { checkNewFacility, type FacilityValues, newFacility, newFacilityBody } from './facility-kind';
import { OrganizationFields } from './organization-fields';
import {
  checkNewOrganization,
  newOrganization,
  newOrganizationBody,
  type OrganizationValues,
} from './organization-kind';
import { PlaceStates } from './place-states';
import {
  facilityQuery,
  organizationQuery,
  placeChoicesQuery,
  useAddFacility,
  useAddOrganization,
  useAddUnit,
} from './queries';
import { UnitFields } from './unit-fields';
import { checkNewUnit, newBodyOf, newUnit, type UnitValues } from './unit-values';

export interface NewPlaceProps {
  kind: PlaceKind;
  /** The id of the place that the new one belongs to. */
  within: number;
  /** Called with the id of the place that was added. */
  onAdded: (id: number) => void;
}

/** Adds a place to another one. */
export function NewPlace({ kind, within, onAdded }: NewPlaceProps) {
  switch (kind) {
    case 'organizations':
      return <NewOrganizationPage onAdded={onAdded} />;
    case 'facilities':
      return <NewFacilityPage organizationId={within} onAdded={onAdded} />;
    case 'units':
      return <NewUnitPage facilityId={within} onAdded={onAdded} />;
  }
}

function Page({ title, places, children }: { title: string; places: readonly Crumb[]; children: ReactNode }) {
  usePageTitle(title);
  return (
    <>
      <Crumbs places={places} />
      <Title order={1}>{title}</Title>
      {children}
    </>
  );
}

function NewOrganizationPage({ onAdded }: Pick<NewPlaceProps, 'onAdded'>) {
  const { mutateAsync } = useAddOrganization();
  const add = async (values: OrganizationValues) => {
    const { id, name } = await mutateAsync(newOrganizationBody(values));
    toastSuccess(`${name} is added. You administer it.`);
    return id;
  };
  return (
    <Page title="Add Organization" places={[]}>
      <NewObjectForm<OrganizationValues>
        label="Add Organization"
        initial={newOrganization()}
        check={checkNewOrganization}
        draftKey="organization/new"
        add={add}
        onAdded={onAdded}
      >
        {(form) => <OrganizationFields form={form} isNew />}
      </NewObjectForm>
    </Page>
  );
}

function NewFacilityPage({ organizationId, onAdded }: { organizationId: number } & Pick<NewPlaceProps, 'onAdded'>) {
  const isId = isObjectId(organizationId);
  const organization = useQuery({ ...organizationQuery(organizationId), enabled: isId });
  const choices = useQuery(placeChoicesQuery);
  const { mutateAsync } = useAddFacility();
  if (organization.data === undefined || choices.data === undefined)
    return <PlaceStates noun="organization" isId={isId} queries={[organization, choices]} />;
  const { data } = choices;
  const add = async (values: FacilityValues) => {
    const { id, name } = await mutateAsync(newFacilityBody(values, organizationId));
    toastSuccess(`${name} is added.`);
    return id;
  };
  return (
    <Page title="Add Facility" places={[{ kind: 'organizations', id: organizationId, name: organization.data.name }]}>
      <NewObjectForm<FacilityValues>
        label="Add Facility"
        initial={newFacility()}
        check={checkNewFacility}
        draftKey={`facility/new/${organizationId}`}
        add={add}
        onAdded={onAdded}
      >
        {(form) => <FacilityFields form={form} choices={data} isNew />}
      </NewObjectForm>
    </Page>
  );
}

function NewUnitPage({ facilityId, onAdded }: { facilityId: number } & Pick<NewPlaceProps, 'onAdded'>) {
  const isId = isObjectId(facilityId);
  const facility = useQuery({ ...facilityQuery(facilityId), enabled: isId });
  const choices = useQuery(placeChoicesQuery);
  if (facility.data === undefined || choices.data === undefined)
    return <PlaceStates noun="facility" isId={isId} queries={[facility, choices]} />;
  const { id, name, organization } = facility.data;
  return (
    <Page
      title="Add Unit"
      places={[
        { kind: 'organizations', ...organization },
        { kind: 'facilities', id, name },
      ]}
    >
      <NewUnitForm facilityId={facilityId} choices={choices.data} onAdded={onAdded} />
    </Page>
  );
}

interface NewUnitFormProps extends Pick<NewPlaceProps, 'onAdded'> {
  facilityId: number;
  choices: PlaceChoices;
}

function NewUnitForm({ facilityId, choices, onAdded }: NewUnitFormProps) {
  const [initial] = useState(() => newUnit(viewerZone()));
  const { mutateAsync } = useAddUnit();
  const add = async (values: UnitValues) => {
    const { id, displayName, active } = await mutateAsync(newBodyOf(values, facilityId));
    toastSuccess(`${displayName} is added${active ? '' : ', and switched off until someone else approves its draft'}.`);
    return id;
  };
  return (
    <NewObjectForm<UnitValues>
      label="Add Unit"
      initial={initial}
      check={checkNewUnit}
      draftKey={`unit/new/${facilityId}`}
      add={add}
      onAdded={onAdded}
    >
      {(form) => (
        <>
          <UnitFields form={form} choices={choices} unitId={null} />
          <ReasonField control={form.control} name="reason" />
        </>
      )}
    </NewObjectForm>
  );
}
