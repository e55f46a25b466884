import userEvent from '@testing-library/user-event';

/** Appends text to a field in one step, as each typed key costs as much time as a click. */
export async function pasteInto(field: Element, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}
