import type { ServiceLineRead } from '@/api/generated/types.gen';

/** A service line as the wizard lists it; a test overrides only what it is about. */
export function makeLine(
  about: Partial<ServiceLineRead> & Pick<ServiceLineRead, 'id' | 'slug' | 'name'>,
): ServiceLineRead {
  return {
    type: null,
    FeaturesByServiceLines: { displayServiceType: false, primaryCheckinOn: false },
    ServiceLineHours: [],
    openings: [],
    ...about,
  };
}
