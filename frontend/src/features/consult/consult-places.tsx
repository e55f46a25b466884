import { Button } from '@mantine/core';

import { Icon } from '@/shared/ui/icon';

export type ConsultView = 'consult' | 'timeline';

export interface ConsultPlacesProps {
  view: ConsultView;
  onView: (view: ConsultView) => void;
  /** How many comments wait in the timeline. */
  comments: number;
}

/** A phone's way from the consult to its timeline and back. */
export function ConsultPlaces({ view, onView, comments }: ConsultPlacesProps) {
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
