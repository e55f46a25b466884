import { ActionIcon, Badge, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useStore } from 'zustand';

import { useConnection } from '@/api/use-live';
import { COVERAGE } from '@/areas/duty/access';
import { UnreachableNote } from '@/features/contacts/unreachable-note';
import type { OffCallDialogProps } from '@/features/on-call/off-call-dialog';
import { OnCallToggle } from '@/features/on-call/on-call-toggle';
import { arrivals } from '@/features/worklist/arrivals';
import { mayEnter } from '@/session/guards';
import { abilityOf, type Me } from '@/session/me';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { routes } from '@/shared/lib/routes';
import { BrandMark } from '@/shared/ui/brand-mark';
import { ConnectionBanner } from '@/shared/ui/connection-banner';
import { Icon } from '@/shared/ui/icon';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import { AppPanel } from './app-panel';
import { applicationsOf } from './applications';
import { Bell } from './bell';
import { openPagingSettings } from './paging-settings';
import { ProfileMenu } from './profile-menu';
import classes from './top-bar.module.css';
import { useWaitingLineIds } from './use-waiting-line-ids';

const offCall = lazyComponent(async () => (await import('./off-call')).OffCall);

const LISTS = ['/consult', '/transfer'];

/** The navigation of signed-in users, in one row at every width, with the connection status next to or below it. */
export function TopBar({ me, pathname }: { me: Me; pathname: string }) {
  const { lostSince } = useConnection();
  const ability = abilityOf(me);
  const requesting = pathname === '/request-wizard' || pathname.startsWith('/request/');
  // On a phone, the list has its own button for it, within reach of the thumb.
  const onList = useIsMobile() && LISTS.includes(pathname);
  const waitingLineIds = useWaitingLineIds(me.id);
  const givesConsults = ability.can('Give', 'Consult');
  return (
    <header className={classes.bar}>
      <nav className={`${classes.side ?? ''} ${classes.start ?? ''}`} aria-label="Main">
        <AppPanelButton me={me} />
        <StartLink transfers={ability.can('List', 'Transfer')} />
        <ListLink ability={ability} />
        <CoverageLink me={me} />
      </nav>
      <div className={classes.connection}>
        <ConnectionBanner lostSince={lostSince} />
      </div>
      <div className={`${classes.side ?? ''} ${classes.end ?? ''}`}>
        {!requesting && !onList && ability.can('Request', 'Consult') && <RequestLink />}
        {givesConsults && (
          <OnCallToggle contacts={menuFoot} shifts={shiftsLink} waitingLineIds={waitingLineIds} offCall={askFirst} />
        )}
        {givesConsults && <Bell />}
        <ProfileMenu me={me} />
      </div>
    </header>
  );
}

function menuFoot(closeMenu: () => void) {
  const open = () => {
    closeMenu();
    openPagingSettings();
  };
  return <UnreachableNote onOpenPaging={open} />;
}

function shiftsLink(closeMenu: () => void) {
  return (
    <Button variant="subtle" size="sm" component={Link} to={routes.myShifts} onClick={closeMenu}>
      My Shifts
    </Button>
  );
}

function askFirst(props: OffCallDialogProps) {
  return (
    <Lazy component={offCall} onFailure={props.onClose}>
      {(OffCall) => <OffCall {...props} />}
    </Lazy>
  );
}

function StartLink({ transfers }: { transfers: boolean }) {
  return (
    <Link to="/" className={`${classes.logo ?? ''} wl-thumb`} aria-label="Wardline, home">
      <BrandMark variant={transfers ? 'transfer' : 'consult'} />
      <span className={classes.name}>Wardline</span>
    </Link>
  );
}

function RequestLink() {
  return (
    <Link to="/request-wizard" className={`${classes.request ?? ''} wl-thumb`}>
      <Icon name="plus" size="sm" />
      <span className={classes.label}>Request Consult</span>
    </Link>
  );
}

/** Links to the list that the user may see, with the number of new consults; renders nothing for users without a list. */
function ListLink({ ability }: { ability: ReturnType<typeof abilityOf> }) {
  const count = useStore(arrivals, ({ fresh }) => fresh.size);
  const transfers = ability.can('List', 'Transfer');
  if (!transfers && !ability.can('List', 'Consult')) return null;
  const title = transfers ? 'Transfers' : 'Consults';
  return (
    <Link
      to={transfers ? '/transfer' : '/consult'}
      className={`${classes.link ?? ''} wl-thumb`}
      aria-label={count > 0 ? `${title} ${count} new` : undefined}
    >
      {title}
      {/* Makes what is seen a part of the label. */}
      {count > 0 && ' '}
      {count > 0 && (
        <Badge component="span" size="sm" circle={count < 10}>
          {count}
        </Badge>
      )}
    </Link>
  );
}

/** On a phone, a sign: the bar has no room for another word. */
function CoverageLink({ me }: { me: Me }) {
  if (!mayEnter(me, COVERAGE)) return null;
  return (
    <Link to={routes.coverage} className={`${classes.link ?? ''} wl-thumb`}>
      <Icon name="check-circle" className={classes.phoneOnly} />
      <span className={classes.label}>Coverage</span>
    </Link>
  );
}

function AppPanelButton({ me }: { me: Me }) {
  const [opened, setOpened] = useState(false);
  if (applicationsOf(me).length === 0) return null;
  return (
    <>
      <ActionIcon className="wl-thumb" aria-label="Applications" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <Icon name="apps" />
      </ActionIcon>
      <AppPanel opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
