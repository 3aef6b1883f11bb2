import { nearest } from '@rulebook/text/edit-distance';
import type { KnownColumn } from './columns';
import { expressionProblem } from '../shared/expressions';
import { grokNames } from './grok-names';

/** Returns the columns that a pattern of `DISSECT` makes: `%{name}`, also with modifiers. */
export function columnsOfDissect(pattern: string): readonly KnownColumn[] {
  return [...pattern.matchAll(/%\{([^{}]*)\}/g)].flatMap(([, key = '']) => {
    const name = key
      .replace(/^\+/, '')
      .replace(/->$/, '')
      .replace(/\/\d+$/, '');
    return name === '' || name.startsWith('?') ? [] : [{ name, type: 'keyword' }];
  });
}

const types: Readonly<Record<string, string>> = {
  int: 'integer',
  long: 'long',
  float: 'double',
  double: 'double',
  boolean: 'boolean',
};

/** Returns the columns that a pattern of `GROK` makes: `%{PATTERN:name:type}` and `(?<name>…)`. */
export function columnsOfGrok(pattern: string): readonly KnownColumn[] {
  const found = new Map<string, KnownColumn>();
  for (const [, name, type] of pattern.matchAll(/%\{\w+:([\w.@-]+)(?::(\w+))?\}/g))
    if (name !== undefined) found.set(name, { name, type: type === undefined ? 'keyword' : types[type] });
  for (const [, name] of pattern.matchAll(/\(\?<([^<>=!()]+)>/g))
    if (name !== undefined) found.set(name, { name, type: 'keyword' });
  return [...found.values()];
}

/** What is wrong with a pattern, and what is probably meant in its place. */
interface PatternProblem {
  readonly message: string;
  readonly meant?: string;
}

/** Returns what servers refuse of a pattern of `DISSECT`: one without a name, references, and orders without `+`. */
export function dissectProblem(pattern: string): PatternProblem | undefined {
  const keys = [...pattern.matchAll(/%\{([^{}]*)\}/g)].map(([, key = '']) => key.replace(/->$/, ''));
  if (keys.every((key) => key === '' || key.startsWith('?')))
    return { message: 'The pattern names no part: write `%{name}` for each.' };
  const reference = keys.find((key) => /^[*&]/.test(key));
  if (reference !== undefined)
    return { message: `\`DISSECT\` has no parts whose names come from the text, such as \`%{${reference}}\`.` };
  const ordered = keys.find((key) => /^[^+].*\/\d+$/.test(key));
  return ordered === undefined
    ? undefined
    : { message: `Only parts that are joined have an order: write \`%{+${ordered}}\`.` };
}

/** Returns what servers refuse of a pattern of `GROK`: a pattern that is one slip away from a known one, and a name with two types. */
export function grokProblem(pattern: string): PatternProblem | undefined {
  const own = new Map<string, string>();
  for (const [, name = '', column, type = ''] of pattern.matchAll(/%\{(\w+)(?::([\w.@-]+))?(?::(\w+))?\}/g)) {
    if (!grokNames().has(name)) {
      const meant = grokNames().has(name.toUpperCase()) ? name.toUpperCase() : nearest(name, grokNames());
      if (meant === undefined) continue;
      return {
        message: `\`GROK\` has no pattern \`${name}\`; did you mean \`${meant}\`?`,
      };
    }
    if (column === undefined) continue;
    const earlier = own.get(column);
    if (earlier !== undefined && earlier !== type)
      return { message: `\`${column}\` is there twice, with different types.` };
    own.set(column, type);
  }
  const broken = expressionOfGrok(pattern);
  return broken === undefined ? undefined : { message: `The pattern ${broken}: servers refuse it.` };
}

/** Of the text between the patterns: brackets without their partners. */
function expressionOfGrok(pattern: string): string | undefined {
  const bare = pattern.replaceAll(/%\{[^{}]*\}/g, 'x').replaceAll('"', "'");
  if (/^[*+?]/.test(bare)) return `begins with \`${bare[0] ?? ''}\`, which repeats nothing`;
  return expressionProblem(bare);
}
