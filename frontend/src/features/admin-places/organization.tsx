import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { OrganizationDetails } from '@/api/generated/types.gen';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';
import { Icon } from '@/shared/ui/icon';
import { OneLine } from '@/shared/ui/one-line';
import { Answers, Group } from '@/versions/group';
import { ManagedByFile } from '@/versions/managed-by-file';
import { ObjectHead } from '@/versions/object-head';
import { isObjectId } from '@/versions/object-id';
import { VersionedForm } from '@/versions/versioned-form';
import versionClasses from '@/versions/versions.module.css';

import { Crumbs } from './crumbs';
import { OrganizationFields } from './organization-fields';
import { ORGANIZATION_LABELS, organizationBody, organizationDifference, organizationKind } from './organization-kind';
import { PlaceHistory } from './place-history';
import { PlaceStates } from './place-states';
import classes from './places.module.css';
import { organizationQuery, useFetchPlaceAgain, useSaveOrganization } from './queries';

/** One organization, its facilities, and what was changed about it. */
export function Organization({ id }: { id: number }) {
  const isId = isObjectId(id);
  const organization = useQuery({ ...organizationQuery(id), enabled: isId });
  if (organization.data !== undefined) return <Loaded organization={organization.data} />;
  return <PlaceStates noun="organization" isId={isId} queries={[organization]} />;
}

function Loaded({ organization }: { organization: OrganizationDetails }) {
  const { name, managedBy: file } = organization;
  const [isDirty, setDirty] = useState(false);
  usePageTitle(name);
  return (
    <>
      <Crumbs places={[]} />
      <ObjectHead name={name} about={`organization ${organization.code}`}>
        Organization with the code {organization.code}
      </ObjectHead>
      <Facilities organization={organization} />
      {file !== null && <ManagedByFile file={file} noun="organization" />}
      {file === null ? <Form organization={organization} onDirty={setDirty} /> : <Facts organization={organization} />}
      <PlaceHistory
        kind="organizations"
        place={organization}
        name={name}
        differenceInWords={organizationDifference}
        isFixed={isDirty}
      />
    </>
  );
}

function Facilities({ organization: { id, facilities } }: { organization: OrganizationDetails }) {
  return (
    <Group title="Facilities">
      {facilities.length === 0 && <p>This organization has no facilities yet.</p>}
      <ul className={classes.units}>
        {facilities.map((facility) => (
          <li key={facility.id}>
            <Link to={routes.place} params={{ kind: 'facilities', id: String(facility.id) }} className={classes.unit}>
              <OneLine>{facility.name}</OneLine>
            </Link>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        className={versionClasses.start}
        leftSection={<Icon name="plus" size="sm" />}
        renderRoot={(props) => (
          <Link {...props} to={routes.place} params={{ kind: 'facilities', id: 'new' }} search={{ in: String(id) }} />
        )}
      >
        Add Facility
      </Button>
    </Group>
  );
}

interface FormProps {
  organization: OrganizationDetails;
  onDirty: (dirty: boolean) => void;
}

function Form({ organization, onDirty }: FormProps) {
  const { id } = organization;
  const queryClient = useQueryClient();
  const fetchAgain = useFetchPlaceAgain('organizations', id);
  const { mutateAsync: save } = useSaveOrganization();
  return (
    <VersionedForm
      object={organization}
      kind={organizationKind}
      draftKey={`organization/${id}`}
      read={() => queryClient.query(organizationQuery(id))}
      onOutdated={fetchAgain}
      save={(values) => save({ id, version: values.version, body: organizationBody(values) })}
      onDirty={onDirty}
    >
      {(form) => <OrganizationFields form={form} />}
    </VersionedForm>
  );
}

function Facts({ organization }: { organization: OrganizationDetails }) {
  const values = organizationKind.valuesOf(organization);
  const fields = ['name', 'notesProtocol', 'hl7'] as const;
  return (
    <Group title="Organization">
      <Answers
        answers={fields.map((field) => ({
          label: ORGANIZATION_LABELS[field],
          answer: organizationKind.answerInWords(field, values),
        }))}
      />
    </Group>
  );
}
