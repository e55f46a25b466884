/** Text takes at most this many bytes for each character, as far as files of people go. */
const BYTES_PER_CHARACTER = 2;

export interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

/** The file's text, or what is wrong with the file. */
export async function readFile(file: File, maxCharacters: number): Promise<ChosenFile | string> {
  if (file.size > maxCharacters * BYTES_PER_CHARACTER) return 'The file is too large. Split it into several files.';
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    if (text.trim() === '') return 'The file is empty.';
    if (text.includes('\0')) return 'This is not a CSV file. In a spreadsheet, save it as CSV UTF-8.';
    return { name: file.name.slice(-MAX_NAME), text };
  } catch {
    return 'The file is not in UTF-8. In a spreadsheet, save it as CSV UTF-8.';
  }
}

const MAX_NAME = 200;
