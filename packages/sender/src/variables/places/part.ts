import { code } from '@rulebook/checker/rules/support/wording';

/** A piece of a text that is filled in: text as it is written, or the value of a variable. */
export interface Part {
  readonly text: string;
  /** The name of the variable; absent for text. */
  readonly variable?: string;
}

/** A text in which each value is as its place needs it. */
export interface Placed {
  readonly text: string;
  /** What values would change of the structure that is written, as sentences without any value. */
  readonly changes: readonly string[];
}

/** Returns the parts as they are. */
export function joined(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}

/** Returns whether there is anything to place. */
export function holdsValues(parts: readonly Part[]): boolean {
  return parts.some(({ variable }) => variable !== undefined);
}

/** Returns the sentence that a value changes what is written. */
export function changeBy({ variable = '' }: Part, does: string): string {
  return `the value of ${code(`{{${variable}}}`)} ${does}`;
}

/** Percent-encodes some characters of a text; what is encoded already stays. */
export function withEncoded(text: string, characters: RegExp): string {
  return text.replace(characters, encodeURIComponent);
}
