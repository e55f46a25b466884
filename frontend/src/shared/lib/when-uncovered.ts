/** True while a dialog, or a note beside a call, covers the page. */
export function isCovered(): boolean {
  return document.querySelector('[aria-modal="true"],[data-covers]') !== null;
}

/** Calls back once, when the page has been drawn and no dialog covers it; returns a function that cancels. */
export function whenUncovered(callback: () => void): () => void {
  let frame = 0;
  const observer = new MutationObserver(() => schedule());
  const schedule = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (isCovered()) return;
      observer.disconnect();
      callback();
    });
  };
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-covers'] });
  schedule();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
