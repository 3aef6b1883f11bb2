import type { Line } from './block-lines';
import { isComment, mayBegin } from './block-lines';
import type { Directive, Suppression, Token, VariableDefinition } from './model';
import { token } from './parse-target';

const directive = /^(\s*(?:#+|\/\/+)\s*@)([A-Za-z][\w-]*)(\s*=\s*|\s+|$)(.*?)\s*$/d;
const suppression = /^(\s*(?:#+|\/\/+)\s*rulebook-ignore(?:\s+|$))(.*?)\s*$/;
const definition = /^\s*@([^\s=]+)\s*=\s*(.*?)\s*$/d;

/** Reads `# @name value` from a comment line. */
export function parseDirective(text: string, line: Line): Directive | undefined {
  const match = line.text.includes('@') ? directive.exec(line.text) : null;
  const name = match?.indices?.[2];
  const value = match?.indices?.[4];
  if (!name || !value) return undefined;
  const span = { start: line.start, end: line.end };
  const nameToken = token(text, { start: line.start + name[0], end: line.start + name[1] });
  if (value[0] === value[1]) return { name: nameToken, span };
  return { name: nameToken, value: token(text, { start: line.start + value[0], end: line.start + value[1] }), span };
}

/** Reads `@name = value`. */
export function parseDefinition(text: string, line: Line): VariableDefinition | undefined {
  const match = mayBegin(line, 0x40) ? definition.exec(line.text) : null;
  const name = match?.indices?.[1];
  const value = match?.indices?.[2];
  if (!name || !value) return undefined;
  return {
    name: token(text, { start: line.start + name[0], end: line.start + name[1] }),
    value: token(text, { start: line.start + value[0], end: line.start + value[1] }),
    span: { start: line.start, end: line.end },
  };
}

/** Reads all `# rulebook-ignore rule-id` comments of a block, those inside a body included. */
export function parseSuppressions(text: string, lines: readonly Line[]): Suppression[] {
  if (!text.includes('rulebook-ignore')) return [];
  const found: Suppression[] = [];
  lines.forEach((line, index) => {
    const match = line.isInComment ? null : suppression.exec(line.text);
    if (!match) return;
    const target = lines.slice(index + 1).find((next) => !isComment(next)) ?? line;
    const rules: Token[] = [];
    const offset = line.start + (match[1] ?? '').length;
    for (const word of (match[2] ?? '').matchAll(/[^\s,]+/g)) {
      const start = offset + word.index;
      rules.push(token(text, { start, end: start + word[0].length }));
    }
    const span = { start: line.start, end: line.end };
    found.push({ rules, target: { start: target.start, end: target.end }, span });
  });
  return found;
}
