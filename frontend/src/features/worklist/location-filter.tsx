import { Button, MultiSelect, Skeleton, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';

import { useFavoriteLocations } from '@/session/locations';
import { useMe } from '@/session/me';
import { FieldGroup } from '@/shared/forms/field-group';
import { Banner } from '@/shared/ui/banner';

import type { WorklistFilter } from './filter';
import { filterLocations, locationGroups, MAX_SHOWN } from './location-options';
import type { WorklistMode } from './mode';
import { activeLocationsQuery } from './queries';
import classes from './location-filter.module.css';

export interface LocationFilterProps {
  mode: WorklistMode;
  draft: WorklistFilter;
  onChange: (change: Partial<WorklistFilter>) => void;
}

/** Chooses the locations to list. */
export function LocationFilter({ mode, draft, onChange }: LocationFilterProps) {
  const id = useId();
  const favorites = useFavoriteLocations();
  const chosen = draft.locations.length > 0 || draft.usingFavorites;
  return (
    <FieldGroup id={id} label="Locations">
      <Stack gap="sm">
        {mode === 'consult' && (
          <AssignedToggle
            on={draft.assignedLocationsToggleOn}
            disabled={chosen}
            onToggle={(assignedLocationsToggleOn) => onChange({ assignedLocationsToggleOn })}
          />
        )}
        {favorites !== null && favorites.size > 0 && (
          <Switch
            className={classes.toggle}
            label="Show only favorites"
            checked={draft.usingFavorites}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                usingFavorites: checked,
                favorites: [...favorites],
                locations: checked ? draft.locations.filter((location) => favorites.has(location)) : draft.locations,
              })
            }
          />
        )}
        <LocationChoice
          favorites={draft.usingFavorites ? favorites : null}
          values={draft.locations}
          onChange={(locations) => onChange({ locations })}
        />
      </Stack>
    </FieldGroup>
  );
}

interface AssignedToggleProps {
  on: boolean;
  /** Disabled with chosen locations, which take precedence: all their consults are shown. */
  disabled: boolean;
  onToggle: (on: boolean) => void;
}

function AssignedToggle({ on, disabled, onToggle }: AssignedToggleProps) {
  const onCall = useMe().checkedInLineIds.length > 0;
  const concerns = onCall
    ? 'Consults on the service lines you are on call for.'
    : 'Consults at your locations, and those you requested, acknowledged, or completed.';
  return (
    <Switch
      className={classes.toggle}
      label="Only my consults"
      description={disabled ? 'Every consult at the chosen locations is shown.' : concerns}
      checked={on && !disabled}
      disabled={disabled}
      onChange={(event) => onToggle(event.currentTarget.checked)}
    />
  );
}

interface LocationChoiceProps {
  /** Limits the choice to these; null for every location. */
  favorites: ReadonlySet<number> | null;
  values: readonly number[];
  onChange: (values: number[]) => void;
}

function LocationChoice({ favorites, values, onChange }: LocationChoiceProps) {
  const locations = useQuery(activeLocationsQuery);
  const { groups, known } = useMemo(() => locationGroups(locations.data ?? [], favorites), [locations.data, favorites]);
  if (locations.isLoadingError) {
    return (
      <Banner
        tone="warning"
        announce="status"
        title="The locations could not be loaded"
        actions={
          <Button size="xs" variant="default" loading={locations.isFetching} onClick={() => void locations.refetch()}>
            Try again
          </Button>
        }
      />
    );
  }
  if (locations.isPending) return <Skeleton height="4.125rem" aria-label="Loading locations" />;
  const shown = values.filter((value) => known.has(value));
  const nothing = favorites === null ? 'All locations' : 'All favorites';
  return (
    <MultiSelect
      classNames={{ pillsList: classes.pills, pill: classes.pill, option: classes.option, options: classes.options }}
      aria-label="Locations"
      description={known.size > MAX_SHOWN ? `Type to search ${known.size} locations.` : undefined}
      placeholder={shown.length === 0 ? nothing : undefined}
      data={groups}
      value={shown.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      filter={filterLocations}
      limit={MAX_SHOWN}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear locations' }}
      selectFirstOptionOnChange
      openOnFocus={false}
      nothingFoundMessage="No matching locations."
    />
  );
}
