import { useEffect, useState } from 'react';

type PictureWindow = Window & { readonly CSSStyleSheet: typeof CSSStyleSheet };

declare global {
  interface Window {
    /** Chromium has it, and Firefox behind a switch; not yet among the types of the DOM. */
    readonly documentPictureInPicture?: {
      requestWindow: (options: { width: number; height: number }) => Promise<PictureWindow>;
    };
  }
}

const SIZE = { width: 400, height: 340 };

/**
 * Gives the new window this page's look. The rules are copied as text: the window loads no linked sheets, and sheets made here belong to
 * this page. Sheets that cannot be read are not the application's.
 */
function dress({ document: to, CSSStyleSheet: Sheet }: PictureWindow) {
  to.adoptedStyleSheets = [...document.styleSheets].map((own) => {
    const sheet = new Sheet();
    sheet.replaceSync(rulesOf(own).join('\n'));
    return sheet;
  });
  const { lang, dataset } = document.documentElement;
  to.documentElement.lang = lang;
  to.title = document.title;
  for (const [name, value] of Object.entries(dataset)) to.documentElement.dataset[name] = value;
}

function rulesOf(sheet: CSSStyleSheet): string[] {
  try {
    return [...sheet.cssRules].map(({ cssText }) => cssText);
  } catch {
    return [];
  }
}

/** A window for the call that stays above all others, also those of other applications. The browser closes it with this page. */
export function usePictureWindow() {
  const [page, setPage] = useState<Window | null>(null);
  useEffect(() => {
    if (page === null) return undefined;
    const forget = () => setPage(null);
    page.addEventListener('pagehide', forget);
    return () => {
      page.removeEventListener('pagehide', forget);
      page.close();
    };
  }, [page]);
  const { documentPictureInPicture } = window;
  return {
    page,
    /** Null where the browser has no such windows. */
    open:
      documentPictureInPicture === undefined
        ? null
        : async () => {
            // The browser may refuse, for example in a frame; then the call stays where it is.
            const opened = await documentPictureInPicture.requestWindow(SIZE).catch(() => null);
            if (opened === null) return;
            dress(opened);
            setPage(opened);
          },
    close: () => page?.close(),
  };
}
