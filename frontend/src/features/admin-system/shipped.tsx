import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { choices } from '@/api/contract/choices/system.gen';
import type { ShippedPackage } from '@/api/generated/types.gen';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';

import board from './system-board.module.css';
import classes from './shipped.module.css';
import { licensesQuery, useSaveBill } from './queries';

/** What Wardline consists of: the bill of materials to download, and the licenses to read. */
export function Shipped() {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { mutate: saveBill, isPending } = useSaveBill();
  return (
    <section className={board.group} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={board.title}>
        What Wardline Consists Of
      </h2>
      <p className={classes.text}>
        The bill of materials lists every package of the server and of the browser&apos;s code with its version and
        license, and marks those that only build and test Wardline (CycloneDX 1.6).
      </p>
      <div className={classes.buttons}>
        <Button variant="default" loading={isPending} onClick={() => saveBill()}>
          Download bill of materials
        </Button>
        <Button variant="default" aria-expanded={isOpen} aria-controls={`${id}-list`} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide licenses' : 'Show licenses'}
        </Button>
      </div>
      <div id={`${id}-list`}>{isOpen && <Licenses />}</div>
    </section>
  );
}

function Licenses() {
  const { data, error, isFetching, refetch } = useQuery(licensesQuery);
  if (data === undefined && error !== null)
    return <ErrorState title="Failed to load" onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <SkeletonBlock label="Loading licenses" height="20rem" />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region
    <div className={classes.table} role="region" aria-label="Licenses" tabIndex={0}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Package</Table.Th>
            <Table.Th scope="col">Version</Table.Th>
            <Table.Th scope="col">License</Table.Th>
            <Table.Th scope="col">Used In</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((each) => (
            <Package key={`${each.usedIn} ${each.name} ${each.version}`} {...each} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Package({ name, version, license, usedIn }: ShippedPackage) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td>{version}</Table.Td>
      <Table.Td>{license}</Table.Td>
      <Table.Td>{choices.ShippedFor.find(({ value }) => value === usedIn)?.label}</Table.Td>
    </Table.Tr>
  );
}
