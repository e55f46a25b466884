import { onTestFinished } from 'vitest';

/** Browsers blur a control when it is disabled; jsdom does not. */
export function blurDisabledControls() {
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.matches(':disabled')) activeElement.blur();
  });
  observer.observe(document, { subtree: true, attributeFilter: ['disabled'] });
  onTestFinished(() => observer.disconnect());
}
