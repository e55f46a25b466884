import { useParams, useSearch } from '@tanstack/react-router';

import { ConsultHeader } from '@/features/consult/consult-header';
import { ConsultView } from '@/features/consult/consult-view';
import { Timeline } from '@/features/timeline/timeline';
import { useIsMobile } from '@/shared/hooks/use-layout';

import classes from './consult-page.module.css';

/** One consult with its timeline: at its right on wide screens, below it otherwise, a place of its own on a phone. */
export function ConsultPage() {
  const { id = '' } = useParams({ strict: false });
  const { view } = useSearch({ strict: false });
  const mobile = useIsMobile();
  return (
    <div className={classes.page}>
      <ConsultHeader consultId={id} view={mobile ? (view ?? 'consult') : null} key={`header ${id}`} />
      <div className={classes.columns}>
        {(!mobile || view !== 'timeline') && (
          <div className={classes.consult}>
            <ConsultView consultId={id} key={id} />
          </div>
        )}
        {(!mobile || view === 'timeline') && (
          <div className={classes.timeline}>
            <Timeline consultId={id} key={id} />
          </div>
        )}
      </div>
    </div>
  );
}
