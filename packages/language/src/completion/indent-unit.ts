import type { Span } from '@rulebook/text/span';

/** Returns one step of indentation: that of the first indented line of the body, or two blanks. */
export function indentUnitOfBody(text: string, body: Span): string {
  const lineStart = text.lastIndexOf('\n', Math.max(0, body.start - 1)) + 1;
  const base = /^[ \t]*/.exec(text.slice(lineStart, body.start))?.[0] ?? '';
  const head = text.slice(body.start, body.start + 20_000);
  const indent = (/\n([ \t]+)\S/.exec(head) ?? /\n([ \t]+)/.exec(head))?.[1];
  if (indent === undefined || !indent.startsWith(base) || indent.length === base.length) return '  ';
  const step = indent.slice(base.length);
  return step.startsWith('\t') ? '\t' : step;
}
