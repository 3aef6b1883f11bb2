import * as jsonc from 'jsonc-parser';
import type { Edit, JSONPath, Location, ModificationOptions, Node, ParseError, ParseOptions } from 'jsonc-parser';

// jsonc-parser 3.3.1 calls itself for each level, and so does most of what reads its trees: a few thousand brackets overflow the stack. Whatever
// reads JSON with it comes here, and finds a text that is nested too deeply to be one that cannot be read.

/** A text that is nested more deeply is not read. */
const deepest = 1_000;

/** No code of the library's own. */
const tooDeepCode = 1_000;

/** Returns the tree of a text of JSON as the library does; undefined with an error, for which `isTooDeep` holds, where it is nested too deeply. */
export function parseTree(text: string, errors: ParseError[] = [], options?: ParseOptions): Node | undefined {
  const error = depthError(text);
  if (error === undefined) return jsonc.parseTree(text, errors, options);
  errors.push(error);
  return undefined;
}

/** Returns the value of a text of JSON as the library does; undefined with an error, for which `isTooDeep` holds, where it is nested too deeply. */
export function parseValue(text: string, errors: ParseError[], options?: ParseOptions): unknown {
  const error = depthError(text);
  if (error === undefined) return jsonc.parse(text, errors, options);
  errors.push(error);
  return undefined;
}

/** Returns whether the error is that the text is nested too deeply. */
export function isTooDeep({ error }: ParseError): boolean {
  return (error as number) === tooDeepCode;
}

/** Returns where an offset is in a text of JSON; undefined where it is nested too deeply. */
export function locationAt(text: string, offset: number): Location | undefined {
  return depthError(text) === undefined ? jsonc.getLocation(text, offset) : undefined;
}

/** Returns the edits that set a value in a text of JSON. Throws where the path leads through a value that is not an object, or too deep. */
export function modify(text: string, path: JSONPath, value: unknown, options: ModificationOptions): readonly Edit[] {
  if (depthError(text) !== undefined) throw new RangeError('Nested too deeply.');
  return jsonc.modify(text, path, value, options);
}

/** Returns the first bracket that is nested too deeply, as an error of the library's form. A bracket that closes another kind closes none. */
function depthError(text: string): ParseError | undefined {
  const open: string[] = [];
  const sign = /["[\]{}]|\/[/*]/g;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const [token] = found;
    if (token === '"') sign.lastIndex = endOf(/"|\\[^\r\n]|[\r\n]/g, text, sign.lastIndex);
    else if (token === '//') sign.lastIndex = endOf(/[\r\n]/g, text, sign.lastIndex);
    else if (token === '/*') sign.lastIndex = endOf(/\*\//g, text, sign.lastIndex);
    else if (token === '[' || token === '{') {
      if (open.push(token) > deepest)
        return { error: tooDeepCode as number as ParseError['error'], offset: found.index, length: 1 };
    } else if (open.at(-1) === (token === ']' ? '[' : '{')) open.pop();
  }
  return undefined;
}

/** Returns the end of a string or a comment, before which an escaped character ends nothing. */
function endOf(end: RegExp, text: string, from: number): number {
  end.lastIndex = from;
  for (let found = end.exec(text); found !== null; found = end.exec(text))
    if (!found[0].startsWith('\\')) return end.lastIndex;
  return text.length;
}

/**
 * Returns whether a text of YAML is nested more deeply than one that people write, by brackets or by indentation. Its reader fills the stack as
 * well, and a regular expression that is compiled when it is full ends the whole process.
 */
export function isYamlTooDeep(text: string): boolean {
  if (/^[ ?-]{1000}/m.test(text)) return true;
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > deepest) return true;
  }
  return false;
}
