import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useState } from 'react';

import { useFocusAfter } from '@/shared/hooks/use-focus-after';

/** How long the button waits before it says that it is still sending. */
const SLOW_AFTER_MS = 3_000;

export interface SubmitButtonProps extends ButtonProps {
  /** What pressing does, as the button's text. */
  label: string;
  /** Shows a spinner; a second press does nothing. */
  busy: boolean;
  slowLabel?: string;
  /** Called on a press; by default the form is submitted. */
  onPress?: () => void;
}

export function SubmitButton({ label, busy, slowLabel = 'Still sending', onPress, ...button }: SubmitButtonProps) {
  const slow = useSlow(busy);
  const ref = useFocusAfter(busy);
  return (
    <div>
      <Button ref={ref} type={onPress === undefined ? 'submit' : 'button'} onClick={onPress} loading={busy} {...button}>
        {label}
      </Button>
      <span role="status" data-slow={slow || undefined}>
        {slow ? ` ${slowLabel}…` : ''}
      </span>
    </div>
  );
}

function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return undefined;
    const timer = window.setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => {
      window.clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return busy && slow;
}
