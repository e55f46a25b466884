import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';

import { NewConsultAlerts } from '@/features/worklist/new-consult-alerts';
import { meQuery } from '@/session/me';
import { session } from '@/session/state';
import { useStore } from 'zustand';
import { routes } from '@/shared/lib/routes';
import { LeaveGuard } from '@/drafts/leave-guard';

import { CallLayer, useIsCovered } from './call-layer';
import { DutyNoticesOf } from './duty-notices-of';
import { DutyTokenOf } from './duty-token-of';
import { IdleWarning } from './idle-warning';
import { Notices } from './notices';
import { PagingSettings } from './paging-settings';
import classes from './shell.module.css';
import { ShortcutKeys } from './shortcut-keys';
import { TopBar } from './top-bar';
import { UnreachableOf } from './unreachable';
import { useIsBesideNote } from './use-is-beside-note';
import { UrgentCommentsOf } from './urgent-comments';
import { WaitingPagesOf } from './waiting-pages-of';

/** The parent route of all pages for signed-in users. */
const SIGNED_IN = '/signed-in';
const WITHOUT_NAVIGATION = ['/', '/oauth2/callback', routes.login, '/invite'];

/** The frame of every page: navigation, connection status, the page itself and the prompt before leaving it. */
export function Shell() {
  const { pathname } = useLocation();
  const user = useStore(session);
  const me = useQuery({ ...meQuery, enabled: user !== null });
  const hasNavigation = user !== null && !WITHOUT_NAVIGATION.includes(pathname);
  const visibleUser = hasNavigation ? me.data : undefined;
  // On sign-out the screen is cleared at once, before the login page is loaded.
  const isSignedInPage = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId.startsWith(SIGNED_IN)),
  });
  const showsPage = user !== null || !isSignedInPage;
  const covered = useIsCovered();
  const besideNote = useIsBesideNote();
  return (
    <div className={classes.shell}>
      <a className={`wl-visually-hidden ${classes.skip ?? ''}`} href="#main">
        Skip to content
      </a>
      <div className={classes.top} inert={covered}>
        {visibleUser !== undefined && <TopBar me={visibleUser} pathname={pathname} />}
        {hasNavigation && me.isPending && <div className={classes.bar} />}
      </div>
      {/* Rendered even without navigation, so that a call and a dialog continue across pages. */}
      {user !== null && me.data !== undefined && (
        <>
          <CallLayer />
          <PagingSettings />
          <DutyTokenOf me={me.data} />
        </>
      )}
      {visibleUser !== undefined && (
        <>
          <NewConsultAlerts />
          <ShortcutKeys userId={visibleUser.id} />
        </>
      )}
      <main id="main" className={classes.main} tabIndex={-1} inert={covered}>
        {showsPage && <Outlet />}
      </main>
      <Notices inCall={covered} besideNote={besideNote}>
        <UrgentCommentsOf me={visibleUser} />
        <WaitingPagesOf me={visibleUser} />
        <DutyNoticesOf me={visibleUser} />
        <UnreachableOf me={visibleUser} />
      </Notices>
      <IdleWarning me={me.data} />
      <LeaveGuard />
    </div>
  );
}
