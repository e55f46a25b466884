export interface ConsultHeaderProps {
  consultId: string;
  /** On a phone the place that shows, so that the header links to the other one; null on wide screens. */
  view: 'consult' | 'timeline' | null;
}

/** Who the patient is and how the consult stands, always in sight. */
export function ConsultHeader({ consultId }: ConsultHeaderProps) {
  return <header data-consult={consultId} />;
}
