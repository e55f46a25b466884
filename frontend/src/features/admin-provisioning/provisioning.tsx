import { useQuery } from '@tanstack/react-query';

import { isApiError } from '@/api/errors';
import type { ProvisioningRead } from '@/api/generated/types.gen';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';

import { Clients } from './clients';
import { Groups } from './groups';
import { Problems } from './problems';
import classes from './provisioning.module.css';
import { provisioningQuery } from './queries';
import { Setup } from './setup';
import { Stop } from './stop';

const FORBIDDEN = 403;

/** Identity providers that add, change and deactivate people by themselves, and the roles that their groups give. */
export function Provisioning() {
  const { data, error, isError, isFetching, refetch } = useQuery(provisioningQuery);
  if (data !== undefined) return <Loaded provisioning={data} />;
  if (isApiError(error, FORBIDDEN))
    return (
      <ErrorState title="You do not have access to this page">
        Only administrators can view it. If that has changed, sign in again.
      </ErrorState>
    );
  if (isError)
    return <ErrorState title="Failed to load this page" onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <div className={classes.parts}>
      <SkeletonBlock label="Loading" height="10rem" />
      <SkeletonBlock label="Loading" height="16rem" />
      <SkeletonBlock label="Loading" height="8rem" />
    </div>
  );
}

function Loaded({ provisioning }: { provisioning: ProvisioningRead }) {
  const { clients, groups, stops, problems, fileProblem, isConfigured } = provisioning;
  const isSetUp = clients.length > 0 || groups.length > 0;
  return (
    <div className={classes.parts}>
      <p className={classes.lead}>
        Your identity provider, such as Microsoft Entra ID or Okta, can add people, keep their names up to date, and
        deactivate whoever leaves. They are signed out at once, leave their calls, and their planned shifts become gaps.
      </p>
      {fileProblem !== null && (
        <Banner tone="danger" title="The file of secrets cannot be used as it is.">
          <p>What is wrong: {fileProblem}. Until this is corrected on the server, the earlier secrets stay valid.</p>
        </Banner>
      )}
      {stops.map((stop) => (
        <Stop key={stop.organizationId} stop={stop} />
      ))}
      {isSetUp && <Clients clients={clients} address={provisioning.address} />}
      {isSetUp && <Groups groups={groups} roles={provisioning.roles} />}
      {isSetUp && <Problems problems={problems} />}
      <Setup address={provisioning.address} isConfigured={isConfigured} isOpen={!isSetUp} />
    </div>
  );
}
