import { nearest } from '@rulebook/text/edit-distance';

const yes = ['on', 'yes', 'enabled'];
const no = ['off', 'no', 'disabled'];

/** Returns the boolean that a text means or misspells; undefined for any other text. */
export function booleanMeant(text: string): 'true' | 'false' | undefined {
  const word = text.toLowerCase();
  if (yes.includes(word)) return 'true';
  if (no.includes(word)) return 'false';
  const meant = nearest(word, ['true', 'false']);
  return meant === 'true' || meant === 'false' ? meant : undefined;
}
