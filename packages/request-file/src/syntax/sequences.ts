import type { Block, Directive, Token } from './model';
import { token } from './parse-target';

/** A named sequence of requests: `# @sequence deploy: login, create, check`. */
export interface Sequence {
  readonly name: Token;
  /** The names of its requests, in order; one may be there twice. */
  readonly members: readonly Token[];
}

const form = /^([^\s:,]+)\s*:\s*(\S.*)$/d;

/** Returns the sequences that a block states. */
export function sequencesOf(block: Pick<Block, 'text' | 'directives'>): readonly Sequence[] {
  return block.directives.flatMap((directive) => sequenceOf(block.text, directive) ?? []);
}

/** Returns the sequence that a directive states; undefined for other directives, and where no name or no request is given. */
export function sequenceOf(text: string, { name, value }: Directive): Sequence | undefined {
  if (name.text !== 'sequence' || value === undefined) return undefined;
  const [, named, listed] = form.exec(value.text)?.indices ?? [];
  if (named === undefined || listed === undefined) return undefined;
  const at = (start: number, end: number) =>
    token(text, { start: value.span.start + start, end: value.span.start + end });
  const members = [...value.text.slice(listed[0]).matchAll(/[^,]+/g)].flatMap(({ 0: part, index }) => {
    const start = listed[0] + index + part.length - part.trimStart().length;
    const member = part.trim();
    return member === '' ? [] : [at(start, start + member.length)];
  });
  return members.length === 0 ? undefined : { name: at(...named), members };
}

const stated = /^[ \t]*(?:#+|\/\/+)[ \t]*@sequence(?:[ \t]*=)?[ \t]+([^\s:,]+)[ \t]*:[ \t]*\S/gm;

/** Returns the names of the sequences that a text states. */
export function sequenceNamesIn(text: string): readonly string[] {
  return [...text.matchAll(stated)].map(([, name = '']) => name);
}
