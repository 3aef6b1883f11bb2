import type { Span } from '@rulebook/text/span';
import type { Script, Token } from '../model';
import { constructAt } from '../construct-at';
import { token, trimmed } from '../parse-target';

/** What gives a value to a variable in the scripts of other tools: the name is in quotes, or behind the dot. */
const assignments = [
  /\b(?:client\.(?:global|environment)|(?:client|request)\.variables(?:\.\w+)?)\.set\(\s*(["'`])([^"'`$\\\n]+)\1/g,
  /\b(?:module\.)?exports(\.)([A-Za-z_$][\w$]*)\s*=(?!=)/g,
  /\b(?:module\.)?exports(\[\s*["'])([^"'\n]+)["']\s*\]\s*=(?!=)/g,
  /\bclient\.global(\.)(?!(?:get|set|clear|clearAll|isEmpty)\b)([A-Za-z_$][\w$]*)\s*=(?!=)/g,
  /\bpm\.(?:environment|collectionVariables|globals|variables)\.set\(\s*(["'`])([^"'`$\\\n]+)\1/g,
  /\bpostman\.set(?:Environment|Global)Variable\(\s*(["'`])([^"'`$\\\n]+)\1/g,
  /(?<![\w$])\$global(\.)([A-Za-z_$][\w$]*)\s*=(?!=)/g,
];

/** What may give values to variables whose names are not written in the script. */
const open =
  /\.set(?:(?:Environment|Global)Variable)?\(\s*(?!["'`][^"'`$\\\n]+["'`])|\bexports\s*=(?!=)|\bexports\s*\[\s*(?!["'])|\bObject\.assign\(|\brequire\(|(?<![\w$.])import\b/;

/** Longer scripts are not searched for names. In UTF-16 code units. */
const longest = 100_000;

/** Reads a script between brackets, or the path of one, as far as it says which variables it defines. It is never run. */
export function readScript(text: string, kind: Script['kind'], span: Span): Script {
  const code = codeIn(text, span);
  if (code === undefined) return { kind, span, ...pathIn(text, span), names: [], isOpen: true };
  const when = whenOf(text.slice(span.start, code.start));
  if (code.end - code.start > longest) return { kind, span, code, ...when, names: [], isOpen: true };
  const source = text.slice(code.start, code.end);
  if (/^\s*--\s*lua\b/i.test(source)) return { kind, span, code, isLua: true, names: [], isOpen: true };
  return { kind, span, code, ...when, names: namesInScript(text, source, code.start), isOpen: open.test(source) };
}

/** Returns the variables to which the script in a file gives values, as far as their names are in it; `isOpen`: others may get some, too. */
export function namesInScriptText(text: string): Pick<Script, 'names' | 'isOpen'> {
  if (text.length > longest) return { names: [], isOpen: true };
  return { names: namesInScript(text, text, 0), isOpen: open.test(text) };
}

/** Returns what the opening of a block says about when it runs. */
function whenOf(opening: string): Pick<Script, 'event' | 'isShared'> {
  const [, sign, event = ''] = /\{\{([@+])(\w*)/.exec(opening) ?? [];
  if (sign === undefined) return {};
  return { ...(event !== '' && { event }), ...(sign === '+' && { isShared: true as const }) };
}

/** Returns the text between the brackets of a script; undefined for a line that names a file. */
function codeIn(text: string, { start, end }: Span): Span | undefined {
  const whole = text.slice(start, end);
  const lineFeed = whole.indexOf('\n');
  const first = lineFeed < 0 ? whole : whole.slice(0, lineFeed);
  const { begins, ends } = constructAt('above', first) ?? {};
  if (begins === undefined || ends === undefined) return undefined;
  const opening = begins.exec(first)?.[0].length ?? 0;
  const close = whole.lastIndexOf(ends.mark);
  return { start: start + opening, end: close < opening ? end : start + close };
}

function pathIn(text: string, { start, end }: Span): { readonly path?: Token } {
  const sign = /^\s*[<>]\s*/.exec(text.slice(start, end))?.[0] ?? '';
  const path = token(text, trimmed(text, { start: start + sign.length, end }));
  return path.text === '' ? {} : { path };
}

function namesInScript(text: string, source: string, offset: number): Token[] {
  const names = assignments.flatMap((pattern) =>
    [...source.matchAll(pattern)].map((match) => {
      const [all, opening = '', name = ''] = match;
      const start = offset + match.index + all.indexOf(opening + name) + opening.length;
      return token(text, { start, end: start + name.length });
    }),
  );
  return names.sort((a, b) => a.span.start - b.span.start);
}
