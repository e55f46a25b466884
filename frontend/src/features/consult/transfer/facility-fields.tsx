import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';

import { choices } from '@/api/contract/choices/transfers.gen';
import { constants } from '@/api/contract/constants.gen';
import { useMe } from '@/session/me';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';

import { type FacilityOption, flagsOf } from './facilities';
import classes from './facility-fields.module.css';
import { GroundNotice } from './transfer-facts';

/** The values of `AskedFacility`; blank text means unanswered. */
export interface FacilityValues {
  preferredFacility: number | '';
  facilityLocation: number | '';
  acceptingAttendingPhysician: string;
  otherPreferredFacility: string;
  preferredTransportationMode: string;
}

export const noFacility: FacilityValues = {
  preferredFacility: '',
  facilityLocation: '',
  acceptingAttendingPhysician: '',
  otherPreferredFacility: '',
  preferredTransportationMode: '',
};

/** How many facilities are offered at first. */
const FIRST = 5;

interface FacilityFieldsProps<V extends FacilityValues> {
  form: UseFormReturn<V>;
  options: readonly FacilityOption[];
  /** Ids of facilities that have declined this transfer. */
  declined?: readonly number[];
}

/** Which facility is asked, what it asks for, and how the patient gets there. */
export function FacilityFields<V extends FacilityValues>({ form, options, declined = [] }: FacilityFieldsProps<V>) {
  const { facilityLocations } = useMe();
  // The fields are the same in every form that has them.
  // oxlint-disable-next-line typescript/consistent-type-assertions -- react-hook-form's types do not know subtypes
  const { control, setValue, watch } = form as unknown as UseFormReturn<FacilityValues>;
  const chosen = watch('preferredFacility');
  const flags = flagsOf(options, chosen);
  const choose = (facilityId: number) => {
    const change = { shouldDirty: true };
    // The location of the same name, which is nearly always right.
    if (facilityLocations.some(({ id }) => id === facilityId)) setValue('facilityLocation', facilityId, change);
    // What was typed is about the facility that was chosen before.
    setValue('acceptingAttendingPhysician', '', change);
    setValue('otherPreferredFacility', '', change);
  };
  return (
    <>
      <Facilities control={control} options={options} chosen={chosen} declined={declined} onChoose={choose} />
      <SelectField
        control={control}
        name="facilityLocation"
        label="Facility Location"
        options={facilityLocations.map(({ id, name }) => ({ value: id, label: name }))}
        required
      />
      {flags?.requiresAcceptingAttending === true && (
        <TextField
          control={control}
          name="acceptingAttendingPhysician"
          label="Accepting Attending Physician"
          limit={constants.SHORT_TEXT_LIMIT}
          required
        />
      )}
      {flags?.requiresOtherFacility === true && (
        <TextField
          control={control}
          name="otherPreferredFacility"
          label="Other Preferred Facility"
          limit={constants.SHORT_TEXT_LIMIT}
          required
        />
      )}
      <SingleChoiceField
        control={control}
        name="preferredTransportationMode"
        label="Preferred Transportation Mode"
        options={choices.TransportationMode}
        variant="bar"
        required
      />
    </>
  );
}

/** What to know about the chosen mode; the last thing in the form, so that it moves nothing. */
export function ModeNotice({ mode }: { mode: string }) {
  return <div role="status">{mode === 'Ground' && <GroundNotice />}</div>;
}

interface FacilitiesProps {
  control: UseFormReturn<FacilityValues>['control'];
  options: readonly FacilityOption[];
  chosen: unknown;
  declined: readonly number[];
  onChoose: (facilityId: number) => void;
}

/** The nearest facilities first; the others behind a button, unless one of them is chosen. */
function Facilities({ control, options, chosen, declined, onChoose }: FacilitiesProps) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const isAmongOthers = options.slice(FIRST).some(({ facility }) => facility.id === chosen);
  const facility = options.find((option) => option.facility.id === chosen)?.facility;
  const shown = all || isAmongOthers ? options : options.slice(0, FIRST);
  const showAll = () => {
    flushSync(() => setAll(true));
    // The button is gone, and focus with it.
    const radios = list.current?.querySelectorAll<HTMLElement>('input[type=radio]') ?? [];
    [...radios].at(FIRST)?.focus();
  };
  return (
    <div ref={list}>
      <SingleChoiceField
        control={control}
        name="preferredFacility"
        label="Preferred Facility"
        options={shown.map((option) => ({
          value: option.facility.id,
          label: <Facility option={option} declined={declined.includes(option.facility.id)} />,
        }))}
        variant="list"
        onChosen={onChoose}
        required
      />
      {/* Below the options, so that it does not move them; with the name, because another facility may be right above it. */}
      <div role="status">
        {facility?.facilityInfo != null && (
          <p className={classes.info}>
            {facility.facilityName}: {facility.facilityInfo}
          </p>
        )}
      </div>
      {shown.length < options.length && (
        <Button variant="subtle" size="compact-sm" className={classes.more} onClick={showAll}>
          Show all {options.length} facilities
        </Button>
      )}
    </div>
  );
}

interface FacilityProps {
  option: FacilityOption;
  declined: boolean;
}

function Facility({ option: { facility, protocol, isCurrent }, declined }: FacilityProps) {
  return (
    <span className={classes.facility}>
      {facility.facilityName}
      <span className={classes.about}>
        {[
          facility.facilityType.name,
          protocol,
          isCurrent && 'The patient is here now',
          declined && 'Declined this transfer',
        ]
          .filter((part) => part !== null && part !== false)
          .join(' · ')}
      </span>
    </span>
  );
}
