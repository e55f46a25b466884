import { useForm } from 'react-hook-form';

import { DateTimeField } from '@/shared/forms/date-time-field';
import { viewerZone } from '@/shared/lib/dates';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

export interface ScheduleDialogProps {
  onSchedule: (publishAt: string) => void;
  onClose: () => void;
}

const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T/;

/** Asks when a draft is to be published. The rules of that moment decide. */
export function ScheduleDialog({ onSchedule, onClose }: ScheduleDialogProps) {
  const { control, getValues, setError } = useForm<{ publishAt: string }>({ defaultValues: { publishAt: '' } });
  const confirm = () => {
    const { publishAt } = getValues();
    if (ISO_MOMENT.test(publishAt)) onSchedule(publishAt);
    else setError('publishAt', { message: 'Enter a date and a time.' });
  };
  return (
    <ConfirmDialog
      opened
      size="lg"
      title="Schedule This Draft"
      confirmLabel="Schedule"
      onCancel={onClose}
      onConfirm={confirm}
    >
      <DateTimeField
        control={control}
        name="publishAt"
        label="Publish At"
        description="In your time zone. If the change is not allowed then, nothing happens, and the draft says why."
        zone={viewerZone()}
        withoutNow
        required
      />
    </ConfirmDialog>
  );
}
