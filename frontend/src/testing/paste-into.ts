import userEvent from '@testing-library/user-event';

/** Puts the text at the end of what stands in a field, at once: each typed key costs as much as a press. */
export async function pasteInto(field: Element, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}
