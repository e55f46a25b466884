import { useQuery } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import { isApiError } from '@/api/errors';
import type { SignOffNoteRead } from '@/api/generated/types.gen';
import { isFields } from '@/api/rules';
import type { Consult, ServiceLine } from '@/service-lines/define';
import { serviceLineBySlug } from '@/service-lines/registry';
import { formatTimestampWithZone } from '@/shared/lib/dates';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { signOffsQuery } from './queries';
import classes from './sign-off-panel.module.css';

const FORBIDDEN = 403;

/** What was signed about a consult, for who may view it; nothing where nobody has signed, or the line has no sign-off. */
export function SignOffPanel({ consult }: { consult: Consult }) {
  const line = serviceLineBySlug(consult.serviceLineSlug);
  if (line?.signOff == null) return null;
  return <SignedPanel consult={consult} signOff={line.signOff} contract={line.contract} />;
}

interface SignedPanelProps extends Pick<ServiceLine, 'contract'> {
  consult: Consult;
  signOff: NonNullable<ServiceLine['signOff']>;
}

function SignedPanel({ consult, signOff, contract }: SignedPanelProps) {
  const signed = consult.signOffNote !== null;
  const { data, error, isFetching, refetch } = useQuery({ ...signOffsQuery(consult.id, signOff), enabled: signed });
  const note = data?.at(0);
  const version = note?.documentVersions.at(-1);
  if (note !== undefined && version !== undefined) {
    return (
      <section className={classes.panel} aria-labelledby="sign-off-title">
        <h2 className={classes.title} id="sign-off-title">
          Sign-off
        </h2>
        <p className={classes.who}>{signatureOf(note)}</p>
        {isFields(version.content) && <signOff.Facts content={version.content} contract={contract} />}
      </section>
    );
  }
  // Who may no longer view it is told nothing of it.
  if (!signed || isApiError(error, FORBIDDEN)) return null;
  if (error !== null)
    return <ErrorState title="Failed to load sign-off" onRetry={() => void refetch()} retrying={isFetching} />;
  return <SkeletonCards count={1} label="Loading sign-off" />;
}

/** In the zone of the record wherever it is read, which is named. */
function signatureOf({ signatory, signedOffAt }: SignOffNoteRead): string {
  if (signatory === null || signedOffAt === null) return 'Not signed yet';
  const moment = formatTimestampWithZone(signedOffAt, constants.RECORD_ZONE);
  return `Signed off by ${signatory.firstName} ${signatory.lastName}, ${moment}`;
}
