import type { Span } from '@rulebook/text/span';
import { expressionOf } from '@rulebook/text/expressions';

/** An expression in a script that reads a field of the document. */
interface ScriptAccessor {
  /** The field that is read, as far as the form of the accessor shows it. */
  readonly name: string;
  readonly span: Span;
  /** The documented form, if the accessor has another one. */
  readonly accessor?: string;
}

const quoted = String.raw`\[\s*(\\?["'])([\w.@-]+)\1\s*\]`;
const accessor = expressionOf(
  String.raw`\bdoc${quoted}((?:${quoted.replace('\\1', '\\4')}|\.(?!value|size|empty|get|length|contains|count)\w+(?!\w*\s*\())*)`,
  'g',
);

/** Returns the expressions in the JSON text of a script that read a field in steps (`doc['a']['b']`) or at once (`doc['a.b']`). */
export function accessorsIn(text: string, script: Span): readonly ScriptAccessor[] {
  const found: ScriptAccessor[] = [];
  for (const match of text.slice(script.start, script.end).matchAll(accessor)) {
    const [whole, quote = '', name = '', steps = ''] = match;
    const start = script.start + match.index;
    const words = steps.match(/[\w@-]+/g) ?? [];
    const full = [name, ...words].join('.');
    found.push({
      name: full,
      span: { start, end: start + whole.length },
      ...(words.length > 0 ? { accessor: `doc[${quote}${full}${quote}]` } : {}),
    });
  }
  return found;
}
