import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { FacilityDetails, PlaceChoices } from '@/api/generated/types.gen';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { pluralize } from '@/shared/lib/pluralize';
import { routes } from '@/shared/lib/routes';
import { Icon } from '@/shared/ui/icon';
import { Answers, Group } from '@/versions/group';
import { ManagedByFile } from '@/versions/managed-by-file';
import { ObjectHead } from '@/versions/object-head';
import { isObjectId } from '@/versions/object-id';
import { VersionedForm } from '@/versions/versioned-form';
import versionClasses from '@/versions/versions.module.css';

import { Crumbs } from './crumbs';
import { FACILITY_LABELS, facilityBody, facilityDifference, facilityKind } from './facility-kind';
import { FacilityFields } from './facility-fields';
import { PlaceHistory } from './place-history';
import { PlaceStates } from './place-states';
import { facilityQuery, facilityUnitsQuery, placeChoicesQuery, useFetchPlaceAgain, useSaveFacility } from './queries';
import { UnitLinks } from './unit-links';

/** One facility, its units, and what was changed about it. */
export function Facility({ id }: { id: number }) {
  const isId = isObjectId(id);
  const facility = useQuery({ ...facilityQuery(id), enabled: isId });
  const choices = useQuery(placeChoicesQuery);
  if (facility.data !== undefined && choices.data !== undefined)
    return <Loaded facility={facility.data} choices={choices.data} />;
  return <PlaceStates noun="facility" isId={isId} queries={[facility, choices]} />;
}

function Loaded({ facility, choices }: { facility: FacilityDetails; choices: PlaceChoices }) {
  const { name, organization, managedBy: file } = facility;
  const [isDirty, setDirty] = useState(false);
  usePageTitle(name);
  return (
    <>
      <Crumbs places={[{ kind: 'organizations', ...organization }]} />
      <ObjectHead name={name} about={`facility ${facility.code}`}>
        Facility with the code {facility.code}
      </ObjectHead>
      <Units facility={facility} />
      {file !== null && <ManagedByFile file={file} noun="facility" />}
      {file === null ? (
        <Form facility={facility} choices={choices} onDirty={setDirty} />
      ) : (
        <Facts facility={facility} choices={choices} />
      )}
      <PlaceHistory
        kind="facilities"
        place={facility}
        name={name}
        differenceInWords={facilityDifference}
        isFixed={isDirty}
      />
    </>
  );
}

function Units({ facility }: { facility: FacilityDetails }) {
  const { id, unitCount } = facility;
  const list = useInfiniteQuery(facilityUnitsQuery(facility));
  const units = list.data.pages.flatMap((page) => page.units);
  return (
    <Group title="Units">
      {units.length === 0 ? (
        <p>This facility has no units yet. Consults are requested from units.</p>
      ) : (
        <UnitLinks units={units} />
      )}
      {unitCount > units.length && (
        <p role="status">
          {units.length.toLocaleString('en-US')} of {pluralize(unitCount, 'unit')} are listed.
        </p>
      )}
      {list.hasNextPage && (
        <Button
          variant="default"
          className={versionClasses.start}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {list.isFetchNextPageError && <p role="alert">More could not be loaded. Press Show more again.</p>}
      <Button
        variant="default"
        className={versionClasses.start}
        leftSection={<Icon name="plus" size="sm" />}
        renderRoot={(props) => (
          <Link {...props} to={routes.place} params={{ kind: 'units', id: 'new' }} search={{ in: String(id) }} />
        )}
      >
        Add Unit
      </Button>
    </Group>
  );
}

interface FormProps {
  facility: FacilityDetails;
  choices: PlaceChoices;
  onDirty: (dirty: boolean) => void;
}

function Form({ facility, choices, onDirty }: FormProps) {
  const { id } = facility;
  const queryClient = useQueryClient();
  const fetchAgain = useFetchPlaceAgain('facilities', id);
  const { mutateAsync: save } = useSaveFacility();
  return (
    <VersionedForm
      object={facility}
      kind={facilityKind(choices)}
      draftKey={`facility/${id}`}
      read={() => queryClient.query(facilityQuery(id))}
      onOutdated={fetchAgain}
      save={(values) => save({ id, version: values.version, body: facilityBody(values) })}
      onDirty={onDirty}
    >
      {(form) => <FacilityFields form={form} choices={choices} />}
    </VersionedForm>
  );
}

function Facts({ facility, choices }: Omit<FormProps, 'onDirty'>) {
  const kind = facilityKind(choices);
  const values = kind.valuesOf(facility);
  const fields = ['name', 'facilityType', 'state', 'info', 'fieldFlags'] as const;
  return (
    <Group title="Facility">
      <Answers
        answers={fields.map((field) => ({ label: FACILITY_LABELS[field], answer: kind.answerInWords(field, values) }))}
      />
    </Group>
  );
}
