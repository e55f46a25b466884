/** True while a dialog lies over the page. */
export function isCovered(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

/** Calls back once, when the page has been drawn and no dialog lies over it; the answer gives that up. */
export function whenUncovered(callback: () => void): () => void {
  let frame = 0;
  const observer = new MutationObserver(() => later());
  const later = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (isCovered()) return;
      observer.disconnect();
      callback();
    });
  };
  observer.observe(document.body, { childList: true, subtree: true });
  later();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
