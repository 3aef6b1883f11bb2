import { patternOf } from '@rulebook/text/patterns';
import { isJsonPath } from '@rulebook/json/select-paths';

const step = /\.?(@?[A-Za-z_\u0080-\uffff][\w$@\-\u0080-\uffff]*)|\[(\d+)\]|\[(?:'([^'\\]*)'|"([^"\\]*)")\]/y;
const pattern = /\b(?:match|search)\s*\((?:[^()"']|\([^()]*\))*,\s*(?:'([^']*)'|"([^"]*)")\s*\)/g;

/** Returns the JSONPath of members as JavaScript writes them, such as `a.b[0]`; undefined for anything else. */
export function pathOfMembers(text: string): string | undefined {
  const parts = ['$'];
  for (let at = 0; at < text.length; at = step.lastIndex) {
    step.lastIndex = at;
    const found = step.exec(text);
    if (found === null) return undefined;
    const [, name, index, single, double] = found;
    const member = name ?? single ?? double;
    parts.push(member === undefined ? `[${index ?? ''}]` : `['${member.replaceAll("'", "\\'")}']`);
  }
  return parts.join('');
}

/** Returns what is wrong with a JSONPath. */
export function pathProblem(path: string): string | undefined {
  // The functions of RFC 9535 search with regular expressions, too.
  for (const [, single, double] of path.matchAll(pattern)) {
    if (patternOf(single ?? double ?? '') === undefined)
      return 'A regular expression in this JSONPath cannot be read, is very long, or has references to groups such as `\\1`.';
  }
  return isJsonPath(path)
    ? undefined
    : 'This is not a JSONPath as in RFC 9535, for example `$.items[0].id` or `$.items[?@.name == "a"].id`.';
}

/** Returns whether a JSONPath leads to one value at most: it has names and indices only. */
export function isSingular(path: string): boolean {
  return /^\$(?:\.[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|\[\s*(?:-?\d+|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*\])*$/.test(
    path,
  );
}
