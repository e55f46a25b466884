import userEvent from '@testing-library/user-event';

/** Appends text to a field in one step, because each typed key takes as long as a click. */
export async function pasteInto(field: Element, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}
