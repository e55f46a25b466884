import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';

import type { LocationRead, ServiceLineRead } from '@/api/generated/types.gen';
import { isUnstaffed, useOnCall } from '@/consults/on-call';
import { OnCallNow } from '@/consults/on-call-now';
import type { ServiceLine } from '@/service-lines/define';
import { serviceLineById } from '@/service-lines/registry';
import { useMe } from '@/session/me';
import { useNow } from '@/shared/hooks/use-now';
import { routes } from '@/shared/lib/routes';
import { Banner } from '@/shared/ui/banner';
import { EmptyState } from '@/shared/ui/empty-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';
import { StatusBadge } from '@/shared/ui/status-badge';

import { BackupProcedure } from './backup-procedure';
import { hoursOf, type Hours } from './hours';
import { linesOfLocation } from './queries';
import { ServerError } from './server-error';
import { StepFrame } from './step-frame';
import { missingBefore, stepPaths } from './steps';
import { Tile, TileDetail, TileGrid, TileRow } from './tiles';
import { useChoices } from './use-choices';
import { useWizard, useWizardData } from './wizard-store';

/** How many of the people on call a tile names. */
const NAMED_IN_TILE = 2;

/** Step 3: the service line. */
export function ServiceStep() {
  const { unit, loading } = useChoices();
  const missing = useWizardData((data) => missingBefore('service', data));
  const name = useWizardData((data) => data.patient?.values.Patient);
  if (missing !== null) return <Navigate to={stepPaths[missing]} replace />;
  return (
    <StepFrame
      heading={`What kind of consult does ${name?.nameGiven ?? ''} ${name?.nameFamily ?? ''} need?`}
      back="patient"
    >
      {unit === null && loading && <SkeletonCards label="Loading service lines" />}
      {unit === null && !loading && <Navigate to={stepPaths.patient} replace />}
      {unit !== null && <LineChoices unit={unit} />}
    </StepFrame>
  );
}

function LineChoices({ unit }: { unit: LocationRead }) {
  const { requestableServiceLines, stringDictionary } = useMe();
  const lines = useQuery(linesOfLocation(unit.id));
  const now = useNow();
  const problem = lines.isError && <ServerError onRetry={() => void lines.refetch()} retrying={lines.isFetching} />;
  if (lines.data === undefined) return problem === false ? <SkeletonCards label="Loading service lines" /> : problem;
  const offered = lines.data
    .filter((line) => requestableServiceLines.some(({ id }) => id === line.id))
    .flatMap((line) => {
      const known = serviceLineById(line.id);
      return known === null ? [] : [{ line, known, hours: hoursOf(line, now, unit.timeZone) }];
    })
    .toSorted((one, other) => one.known.urgency - other.known.urgency);
  if (offered.length === 0) {
    const words = stringDictionary.CONSULT_SL_SERVICE_NOT_FOUND ?? 'No service lines found';
    return problem === false ? <EmptyState title={words} /> : problem;
  }
  const open = offered.filter(({ hours }) => hours.open);
  const closed = offered.filter(({ hours }) => !hours.open);
  return (
    <>
      {problem}
      {open.length > 0 && <LineTiles title="Open" lines={open} />}
      {closed.length > 0 && (
        <>
          <LineTiles title="Closed" lines={closed} />
          <Banner>
            <BackupProcedure location={unit} />
          </Banner>
        </>
      )}
    </>
  );
}

interface OfferedLine {
  readonly line: ServiceLineRead;
  readonly known: ServiceLine;
  readonly hours: Hours;
}

function LineTiles({ title, lines }: { title: string; lines: readonly OfferedLine[] }) {
  const wizard = useWizard();
  const navigate = useNavigate();
  const choose = ({ id, slug }: ServiceLineRead) => {
    wizard.update({ serviceLineId: id });
    void navigate({ to: routes.consultDetails, params: { serviceLine: slug } });
  };
  return (
    <section>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <TileGrid label={`${title} service lines`} columns={[1, 2]} items={lines}>
        {(offered) => <LineTile key={offered.line.id} {...offered} onChoose={() => choose(offered.line)} />}
      </TileGrid>
    </section>
  );
}

interface LineTileProps extends OfferedLine {
  onChoose: () => void;
}

/** An open line that nobody answers must not look fine. */
function LineTile({ line, known, hours, onChoose }: LineTileProps) {
  const unstaffed = isUnstaffed(useOnCall(line.id));
  return (
    <Tile name={line.name} disabled={!hours.open} onChoose={onChoose}>
      <TileDetail>{known.summaryOf(line.id)}</TileDetail>
      <TileRow>
        {hours.open ? <OpenBadge unstaffed={unstaffed} /> : <StatusBadge icon="clock">Closed</StatusBadge>}
        {line.FeaturesByServiceLines.displayServiceType && line.type !== null && <TileDetail>{line.type}</TileDetail>}
        <TileDetail>{hours.text}</TileDetail>
      </TileRow>
      {hours.open && <OnCallNow line={line} named={NAMED_IN_TILE} />}
    </Tile>
  );
}

function OpenBadge({ unstaffed }: { unstaffed: boolean }) {
  return (
    <StatusBadge tone={unstaffed ? 'warning' : 'success'} icon={unstaffed ? 'alert' : 'check'}>
      Open
    </StatusBadge>
  );
}
