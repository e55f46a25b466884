import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';

import { constants } from '@/api/contract/constants.gen';
import { patientName } from '@/patients/patient-name';
import { Verification } from '@/patients/verification';
import type { Consult } from '@/consults/consult';
import { useConsult } from '@/consults/consult-context';
import { useTransfer } from '@/consults/queries';
import { useMe } from '@/session/me';
import { PrintZone, useTimestamp } from '@/shared/hooks/use-times';
import { formatDay } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { tokenVariables } from '@/shared/ui/theme/tokens';

import { ConsultBadges } from './consult-badges';
import { Demographics } from './consult-header';
import { ConsultInfo } from './consult-info';
import classes from './printed-consult.module.css';
import { TransferSection } from './transfer/transfer-section';

export interface PrintedConsultProps {
  /** When the user pressed Print, in milliseconds since the epoch. */
  at: number;
  timeline: (onReady: () => void) => ReactNode;
  onPrinted: () => void;
}

/** The consult as a document that appears only on paper. It opens the print dialog once everything is loaded. */
export function PrintedConsult({ at, timeline, onPrinted }: PrintedConsultProps) {
  const consult = useConsult();
  const [ready, setReady] = useState(false);
  const { isPending } = useTransfer(consult);
  usePrint(ready && !(consult.hasTransfer && isPending), onPrinted);
  return createPortal(
    // A printout can be read anywhere, so all times are in one time zone.
    <PrintZone value={constants.RECORD_ZONE}>
      {/* Paper always uses the light colors. */}
      <main className={classes.paper} style={tokenVariables('light')}>
        <table className={classes.sheets} role="presentation">
          <thead>
            <tr>
              <td>
                <RunningHead consult={consult} />
              </td>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <article className={classes.document}>
                  <header>
                    <p className={classes.kind}>Consult Request</p>
                    <h1 className={classes.name}>{patientName(consult.Patient)}</h1>
                    <p className={classes.badges}>
                      <ConsultBadges />
                    </p>
                  </header>
                  <Demographics location={consult.Encounter.location.displayName} />
                  <Verification of={consult.Encounter.verification} />
                  <section className={classes.info}>
                    <ConsultInfo />
                  </section>
                  <TransferSection />
                  {timeline(() => setReady(true))}
                  <Printed at={at} />
                </article>
              </td>
            </tr>
          </tbody>
        </table>
      </main>
    </PrintZone>,
    document.body,
  );
}

/** The patient, at the top of each page. */
function RunningHead({ consult: { Patient } }: { consult: Consult }) {
  return (
    <p className={classes.head}>
      <bdi>{patientName(Patient)}</bdi> · Date of Birth {formatDay(Patient.birthDate)}
    </p>
  );
}

function Printed({ at }: { at: number }) {
  const me = useMe();
  const format = useTimestamp();
  return (
    <p className={classes.printed}>
      Printed {format(at)} by {fullName(me)}
    </p>
  );
}

function usePrint(ready: boolean, onPrinted: () => void) {
  const done = useEffectEvent(onPrinted);
  useEffect(() => {
    if (!ready) return undefined;
    const finish = () => done();
    window.addEventListener('afterprint', finish);
    // In the next frame, after layout; and only once if React runs effects twice.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', finish);
    };
  }, [ready]);
}
