import type { Span } from '@rulebook/text/span';
import type { PlacedText } from '../curl/imported';

/** A field that a command writes into its request. */
export interface CommandField {
  readonly name: string;
  /** The value as JSON; a reference to a variable may be any value. */
  readonly json: string;
  readonly span: Span | undefined;
}

/** Returns the words behind an option's name, and what is left of the words; undefined for an option that is not known. */
export interface Options {
  /** The options with an argument, by all their spellings. */
  readonly withArgument: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

/** A word of a command that is an option with its argument, or a word that is none. */
export type CommandPart =
  | { readonly option: string; readonly value?: PlacedText }
  | { readonly option?: never; readonly word: PlacedText };

/** Reads options and words; undefined where an option is not known, since what follows could be its argument. */
export function partsOfCommand(
  words: readonly PlacedText[],
  { withArgument, flags }: Options,
): readonly CommandPart[] | undefined {
  const parts: CommandPart[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    const { text, span } = word;
    if (!/^-[^\d]/.test(text)) {
      parts.push({ word });
      continue;
    }
    const [, long, given] = /^(--[\w-]+)=([^]*)$/.exec(text) ?? [];
    const short = /^-\w/.exec(text)?.[0] ?? '';
    const name = long ?? (text.startsWith('--') ? text : short);
    const option = withArgument[name];
    if (option !== undefined) {
      const attached = text.startsWith('--') ? given : text.length > 2 ? text.slice(2) : undefined;
      const value = attached === undefined ? words[++at] : { text: attached, span };
      if (value === undefined) return undefined;
      parts.push({ option, value });
    } else if (flags.includes(text)) parts.push({ option: text });
    else return undefined;
  }
  return parts;
}

/** Returns the pieces of a JSON object whose members are fields, with their places. */
export function objectOf(fields: readonly CommandField[]): readonly PlacedText[] {
  return [
    { text: '{', span: undefined },
    ...fields.flatMap(({ name, json, span }, index): readonly PlacedText[] => [
      { text: index === 0 ? '"' : ', "', span: undefined },
      { text: name, span },
      { text: '": ', span: undefined },
      { text: json, span },
    ]),
    { text: '}', span: undefined },
  ];
}

/** Returns whether a text is nothing but a variable, whose value may have any type. */
export function isVariable(text: string): boolean {
  return /^\{\{\ufdd0[^{}]*\}\}$/.test(text);
}
