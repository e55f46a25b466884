import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import type { PermissionEffectRead, ProposedRole, RoleEffect } from '@/api/generated/types.gen';
import { isSame } from '@/shared/lib/same';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';

import { Concerned } from './concerned';
import { effectLines, summaryOf } from './effect-words';
import { keyOf } from './role-values';
import { effectQuery } from './queries';
import classes from './roles.module.css';

export interface EffectProps {
  roleId: number;
  proposed: ProposedRole;
}

/** What a change would do if it were saved now, and to whom. */
export function Effect({ roleId, proposed }: EffectProps) {
  const [settled] = useDebouncedValue(proposed, constants.DEBOUNCE_MS);
  const { data, isError, isFetching, refetch } = useQuery(effectQuery(roleId, settled));
  if (data === undefined)
    return isError ? (
      <ErrorState title="Failed to count who is affected" onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <SkeletonBlock label="Counting who is affected" height="6rem" />
    );
  return <Counted roleId={roleId} effect={data} isBusy={isFetching || !isSame(settled, proposed)} />;
}

function Counted({ roleId, effect, isBusy }: { roleId: number; effect: RoleEffect; isBusy: boolean }) {
  const { gains, losses, refusal } = effect;
  return (
    <div className={classes.effect} aria-busy={isBusy}>
      <p role="status">{summaryOf(effect)}</p>
      {refusal !== null && (
        <Banner tone="warning" title="This cannot be saved.">
          <p>{refusal.message}</p>
        </Banner>
      )}
      <Lines roleId={roleId} effects={losses} verb="lose" />
      <Lines roleId={roleId} effects={gains} verb="gain" />
    </div>
  );
}

interface LinesProps {
  roleId: number;
  effects: readonly PermissionEffectRead[];
  verb: 'gain' | 'lose';
}

function Lines({ roleId, effects, verb }: LinesProps) {
  if (effects.length === 0) return null;
  return (
    <ul className={classes.effects}>
      {effects.map((each) => (
        <li key={keyOf(each)}>
          {effectLines(each, verb)}
          {each.people > 0 && <Concerned roleId={roleId} permission={each} />}
        </li>
      ))}
    </ul>
  );
}
