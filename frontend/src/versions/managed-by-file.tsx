import { Banner } from '@/shared/ui/banner';

export interface ManagedByFileProps {
  file: string;
  /** What the file manages: `person`. */
  noun: string;
}

/** Says why nothing can be changed on the page, and what to do instead. */
export function ManagedByFile({ file, noun }: ManagedByFileProps) {
  return (
    <Banner icon="lock" title={`The file ${file} manages this ${noun}.`}>
      <p>
        Nothing can be changed here. Change the {noun} in the file and load it, or take <code>managed: true</code> out
        of the file to change it here.
      </p>
    </Banner>
  );
}
