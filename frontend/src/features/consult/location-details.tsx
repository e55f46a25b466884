import { Anchor } from '@mantine/core';
import { useRef, useState } from 'react';

import { useConsult } from '@/consults/consult-context';
import { Icon } from '@/shared/ui/icon';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import classes from './consult-header.module.css';

const locationDialog = lazyComponent(async () => (await import('./location-dialog')).LocationDialog);

/** The location's name as a button that opens its details. */
export function LocationDetails() {
  const consult = useConsult();
  const [opened, setOpened] = useState(false);
  const name = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpened(false);
    name.current?.focus();
  };
  return (
    <>
      <Anchor
        component="button"
        type="button"
        ref={name}
        className={`${classes.location} wl-thumb`}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {consult.Encounter.location.displayName}
        <Icon name="info" size="sm" />
        <span className="wl-visually-hidden">, location details</span>
      </Anchor>
      {opened && (
        <Lazy component={locationDialog} onFailure={close}>
          {(LocationDialog) => <LocationDialog consult={consult} onClose={close} />}
        </Lazy>
      )}
    </>
  );
}
