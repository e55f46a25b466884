import type { ConsultCard, ListedConsult, TransferCard } from '@/api/generated/types.gen';

/** A pending psych consult as the list shows it; a test overrides only what it is about. */
export function makeCard(about: Partial<ConsultCard> = {}): ConsultCard {
  return {
    id: '0b6c1f8e-4f0e-4f7a-9a52-6f6c2a7d9e10',
    Patient: { nameGiven: 'Rosa', nameFamily: 'Marsh', birthDate: '1950-03-05', gender: 'female' },
    location: {
      id: 11,
      displayName: 'Harbor General 4 West',
      facilityName: 'Harbor General',
      unit: '4 West',
      timeZone: 'UTC',
    },
    ServiceLine: { id: 3, slug: 'tele-psych', name: 'Tele-Psych' },
    serviceLineId: 3,
    organizationId: 1,
    priorityId: 3,
    priority: { name: 'routine', completionLimit: 7200, rank: 5 },
    state: 'new',
    completeType: null,
    isEmergency: false,
    encounterStatus: 'in-progress',
    createdAt: '2024-03-05T13:00:00Z',
    createdById: 900,
    acknowledgedAt: null,
    acknowledgedById: null,
    completedAt: null,
    completedById: null,
    commentCount: 0,
    hasTransfer: false,
    handedOverTo: null,
    ...about,
  };
}

/** `count` cards, one minute apart, oldest first; ids and names are numbered from 1. */
export function makeCards(count: number, about: Partial<ConsultCard> = {}): ConsultCard[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0');
    return makeCard({
      id: `00000000-0000-4000-8000-000000000${number}`,
      Patient: { nameGiven: `P${number}`, nameFamily: `Family${number}`, birthDate: '1950-03-05', gender: 'female' },
      createdAt: new Date(Date.UTC(2024, 2, 5, 13, index)).toISOString(),
      ...about,
    });
  });
}

/** The card as it appears in a list sorted by date. */
export function listed(card: ConsultCard): ListedConsult {
  return { ...card, sortKey: `${new Date(card.createdAt).toISOString()} ${card.id}` };
}

/** The transfer requested for a consult, half an hour after it. */
export function makeTransfer(consult: ConsultCard, about: Partial<TransferCard> = {}): TransferCard {
  return {
    id: consult.id.replace(/^./, 'e'),
    state: 'requested',
    createdAt: '2024-03-05T13:30:00Z',
    acknowledgedAt: null,
    closedReason: null,
    allowedActions: [],
    consult: { ...consult, hasTransfer: true },
    ...about,
  };
}
