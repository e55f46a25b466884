import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { DraftRow } from '@/api/generated/types.gen';
import { DraftsList } from '@/features/admin-drafts/drafts-list';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';

import classes from '@/shared/ui/page.module.css';

export function DraftsPage() {
  usePageTitle('Drafts');
  return (
    <div className={classes.list}>
      <Title order={1}>Drafts</Title>
      <DraftsList link={linkTo} />
    </div>
  );
}

/** To the page of the drafted object. */
function linkTo({ kind, objectId, organization }: DraftRow, text: ReactNode): ReactNode {
  const id = String(objectId);
  switch (kind) {
    case 'serviceLine':
      return <Anchor renderRoot={(props) => <Link {...props} to={routes.line} params={{ id }} />}>{text}</Anchor>;
    case 'escalation': {
      const search = organization === null ? {} : { organization: String(organization.id) };
      return (
        <Anchor renderRoot={(props) => <Link {...props} to={routes.escalation} params={{ id }} search={search} />}>
          {text}
        </Anchor>
      );
    }
    case 'unit':
      return (
        <Anchor renderRoot={(props) => <Link {...props} to={routes.place} params={{ kind: 'units', id }} />}>
          {text}
        </Anchor>
      );
    case 'role':
      return <Anchor renderRoot={(props) => <Link {...props} to={routes.role} params={{ id }} />}>{text}</Anchor>;
    default:
      return text;
  }
}
