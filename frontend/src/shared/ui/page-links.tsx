import { type ReactNode, useEffect, useRef } from 'react';

interface PageLinksProps {
  label: string;
  /** Of the page that is shown. */
  path: string;
  /** Composed of `nav` in `page-links.module.css`, as the links are of `link`. */
  className: string | undefined;
  children: ReactNode;
}

/** The links to the pages of an area, in a row that scrolls where it is too long. */
export function PageLinks({ label, path, className, children }: PageLinksProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone, the current one may be beyond the edge.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <nav ref={nav} className={className} aria-label={label}>
      {children}
    </nav>
  );
}
