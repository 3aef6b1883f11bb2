import type { Span } from '@rulebook/text/span';
import type { Line } from './block-lines';
import { isComment, mayBegin } from './block-lines';
import { constructNamed } from './constructs';
import { linesOfText } from './lines-of-block';
import type { Directive, Suppression, Token, VariableDefinition } from './model';
import { token, trimmed } from './parse-target';

// Both end where the value begins; `trimmed` finds its end.
const directive = /^(\s*(?:#+|\/\/+)\s*@)([A-Za-z][\w-]*)(?=[\s=]|$)\s*=?/;
const suppression = /^\s*(?:#+|\/\/+)\s*rulebook-ignore(?:\s|$)/;
const definition = constructNamed('definition').begins;

/** Reads `# @name value` from a comment line. */
export function parseDirective(text: string, span: Span): Directive | undefined {
  const line = text.slice(span.start, span.end);
  const match = line.includes('@') ? directive.exec(line) : null;
  if (!match) return undefined;
  const { name, value } = nameAndValue(text, span, match);
  return value.text === '' ? { name, span } : { name, value, span };
}

/** Reads `@name = value`. */
export function parseDefinition(text: string, line: Line): VariableDefinition | undefined {
  const match = mayBegin(line, 0x40) ? definition.exec(line.text) : null;
  if (!match) return undefined;
  const { name, value } = nameAndValue(text, line, match);
  return { name, value, span: { start: line.start, end: line.end } };
}

function nameAndValue(text: string, line: Span, [head, before = '', name = '']: RegExpExecArray) {
  const start = line.start + before.length;
  const value = trimmed(text, { start: line.start + head.length, end: line.end });
  return { name: token(text, { start, end: start + name.length }), value: token(text, value) };
}

/** Reads all `# rulebook-ignore rule-id` comments of a block, those inside a body included. */
export function parseSuppressions(text: string): Suppression[] {
  if (!text.includes('rulebook-ignore')) return [];
  const lines = linesOfText(text);
  const found: Suppression[] = [];
  // Backwards, so that the next line that is not a comment is known.
  let next: Line | undefined;
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index];
    if (!line) continue;
    const match = line.isInComment || line.isInText ? null : suppression.exec(line.text);
    if (match) {
      const target = next ?? line;
      const rules: Token[] = [];
      const offset = line.start + match[0].length;
      for (const word of line.text.slice(match[0].length).matchAll(/[^\s,]+/g)) {
        const start = offset + word.index;
        rules.push(token(text, { start, end: start + word[0].length }));
      }
      const span = { start: line.start, end: line.end };
      found.push({ rules, target: { start: target.start, end: target.end }, span });
    }
    if (!isComment(line)) next = line;
  }
  return found.reverse();
}
