/** True while a dialog covers the page. */
export function isCovered(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

/** Calls back once, when the page has been drawn and no dialog covers it; the returned function cancels. */
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
