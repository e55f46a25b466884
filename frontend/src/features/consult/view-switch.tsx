import { Button } from '@mantine/core';

import { useConsult } from '@/consults/consult-context';
import { Icon } from '@/shared/ui/icon';

import { useConsultPage } from './page-context';

/** On a phone, switches between the consult and its timeline. */
export function ViewSwitch() {
  const { commentCount: comments } = useConsult();
  const { view, onView } = useConsultPage();
  if (view === 'timeline') {
    return (
      <Button variant="default" size="sm" onClick={() => onView('consult')}>
        Consult
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon name="comment" size="sm" />}
      onClick={() => onView('timeline')}
    >
      Timeline{comments > 0 && ` (${comments})`}
    </Button>
  );
}
