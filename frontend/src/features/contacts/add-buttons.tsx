import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { ApiError } from '@/api/errors';
import type { ContactsRead } from '@/api/generated/types.gen';
import { Banner } from '@/shared/ui/banner';
import { Icon } from '@/shared/ui/icon';

import type { TypedKind } from './add-contact-dialog';
import { deviceLabel, type DeviceState, deviceState, NotSubscribed, subscribeDevice } from './device';
import { useAddContact } from './queries';

/** Why this device cannot be added. */
const obstacles: Readonly<Record<Exclude<DeviceState, 'possible'>, string>> = {
  blocked: 'This browser blocks notifications from Wardline. Allow them in its settings to add this device.',
  'home-screen':
    'On an iPhone or iPad, first add Wardline to the Home Screen (Share, then Add to Home Screen), and open it from there.',
  unsupported: 'This browser cannot receive notifications.',
};

export interface AddButtonsProps {
  contacts: ContactsRead;
  ownEndpoint: string | null;
  onAdd: (kind: TypedKind) => void;
  /** This browser has a new subscription. */
  onSubscribed: (endpoint: string) => void;
}

/** Ways to add a contact, and why this device cannot be one. */
export function AddButtons({ contacts: { contacts, pushKey }, ownEndpoint, onAdd, onSubscribed }: AddButtonsProps) {
  const device = useAddDevice(pushKey, onSubscribed);
  const state = deviceState();
  const isAdded = contacts.some(({ address, disabledAt }) => address === ownEndpoint && disabledAt === null);
  if (contacts.length >= constants.MAX_CONTACTS)
    return <Text size="sm">You have reached the maximum of {constants.MAX_CONTACTS} contacts.</Text>;
  return (
    <>
      <Group gap="xs">
        {!isAdded && state === 'possible' && (
          <Button leftSection={<Icon name="bell" size="sm" />} loading={device.isPending} onClick={device.add}>
            Add This Device
          </Button>
        )}
        <Button variant="default" leftSection={<Icon name="phone" size="sm" />} onClick={() => onAdd('text')}>
          Add a Phone
        </Button>
        <Button variant="default" leftSection={<Icon name="mail" size="sm" />} onClick={() => onAdd('email')}>
          Add an E-mail Address
        </Button>
      </Group>
      {!isAdded && state !== 'possible' && <Banner>{obstacles[state]}</Banner>}
      {device.fault !== null && (
        <Banner tone="danger" announce="alert" title="This device was not added.">
          {device.fault}
        </Banner>
      )}
    </>
  );
}

/** Subscribes this browser and adds it. Its label can be told from other devices. */
function useAddDevice(pushKey: string, onSubscribed: AddButtonsProps['onSubscribed']) {
  const { mutateAsync: addContact } = useAddContact();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const add = async () => {
    setPending(true);
    setFault(null);
    try {
      const subscription = await subscribeDevice(pushKey);
      await addContact({ kind: 'push', label: deviceLabel(), delaySeconds: 0, subscription });
      onSubscribed(subscription.endpoint);
    } catch (failure) {
      setFault(wordsFor(failure));
    }
    setPending(false);
  };
  return { isPending, fault, add: () => void add() };
}

function wordsFor(failure: unknown): string {
  if (failure instanceof NotSubscribed || failure instanceof ApiError) return failure.message;
  return 'The server did not respond. It is safe to try again.';
}
