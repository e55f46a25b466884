import { choices } from '@/api/contract/choices/admin.gen';
import type { InvitationRead } from '@/api/generated/types.gen';
import { StatusBadge, type Tone } from '@/shared/ui/status-badge';

const TONES: Readonly<Record<InvitationRead['state'], Tone>> = {
  active: 'success',
  invited: 'accent',
  expired: 'warning',
  notInvited: 'neutral',
};

/** Says that somebody has never signed in, and whether they were invited; nothing for everybody else. */
export function InvitationBadge({ state }: { state: InvitationRead['state'] }) {
  if (state === 'active') return null;
  const label = choices.InvitationState.find(({ value }) => value === state)?.label;
  return <StatusBadge tone={TONES[state]}>{label}</StatusBadge>;
}
