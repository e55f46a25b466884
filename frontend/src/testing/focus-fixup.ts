import { onTestFinished } from 'vitest';

/** Browsers take the focus from a control that is disabled, jsdom leaves it there. */
export function takeFocusFromDisabled() {
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.matches(':disabled')) activeElement.blur();
  });
  observer.observe(document, { subtree: true, attributeFilter: ['disabled'] });
  onTestFinished(() => observer.disconnect());
}
