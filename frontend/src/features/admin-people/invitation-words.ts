import type { InvitationMeans, InvitationRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { pluralize } from '@/shared/lib/pluralize';

/** Who has invited the person when, until when, and what became of the e-mail. */
export function invitationInWords(invitation: InvitationRead): string {
  const { state, by, invitedAt, expiresAt, email } = invitation;
  if (by === null || invitedAt === null || expiresAt === null) return 'They have never signed in.';
  const to = email === null ? '' : ` at ${email}`;
  const until =
    state === 'expired' ? `It expired ${formatTimestamp(expiresAt)}.` : `Good until ${formatTimestamp(expiresAt)}.`;
  return [`${fullName(by)} invited them ${formatTimestamp(invitedAt)}${to}.`, until, mailInWords(invitation)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function mailInWords({ mailState, mailReason }: InvitationRead): string {
  switch (mailState) {
    case null:
      return '';
    case 'queued':
      return 'The e-mail is waiting to be sent.';
    case 'sent':
      return 'The mail server accepted the e-mail.';
    case 'failed':
      return `The e-mail could not be sent: ${mailReason ?? 'the reason is not known'}. Check the address.`;
  }
}

/** What is not set up, and what works nevertheless. */
export function missingInWords({ mail, linkKind }: InvitationMeans): string[] {
  return [
    ...(mail
      ? []
      : ['No mail server is set up, so invitations cannot be sent from here. You can pass a link on yourself.']),
    ...(linkKind === 'policy'
      ? []
      : [
          'The identity provider has no invitations set up for Wardline, so the link opens the sign-in page. The person needs an account at the identity provider first.',
        ]),
  ];
}

export function linkInWords({ linkKind, days }: InvitationMeans): string {
  return linkKind === 'policy'
    ? `Only for this person, who can sign in with it for the first time. An invitation is good for ${pluralize(days, 'day')}.`
    : 'The page where everybody signs in.';
}
