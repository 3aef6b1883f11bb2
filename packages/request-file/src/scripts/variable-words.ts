import { scriptObjects } from './script-objects';
import { chainsOf, ownNamesOf, tokensOf, type ScriptToken } from './script-tokens';

/** Words that never mean a variable of a request file: those of the language, and what every script has. */
const known = new Set([
  ...'async await break case catch class const continue debugger default delete do else export extends false finally'.split(
    ' ',
  ),
  ...'for function if import in instanceof let new null of return static super switch this throw true try typeof'.split(
    ' ',
  ),
  ...'undefined var void while with yield Array Boolean Date Error JSON Infinity Map Math NaN Number Object'.split(' '),
  ...'Promise RegExp Set String Symbol BigInt decodeURI decodeURIComponent encodeURI encodeURIComponent'.split(' '),
  ...'escape isFinite isNaN parseFloat parseInt unescape globalThis module window'.split(' '),
  ...scriptObjects.map(({ path }) => path.split('.', 1)[0] ?? ''),
]);

/** Returns the words of a block of httpYac that may be variables of the file: those that it does not define itself. */
export function variableWordsOf(source: string, offset: number): readonly ScriptToken[] {
  const tokens = tokensOf(source, offset);
  const own = ownNamesOf(tokens);
  return chainsOf(tokens).flatMap(({ words: [first], first: at, next }) => {
    if (first === undefined || known.has(first.text) || own.has(first.text)) return [];
    // A key of an object, or a label.
    const isKey = tokens[next]?.text === ':' && /^[{,;}]?$/.test(tokens[at - 1]?.text ?? '');
    return isKey ? [] : [first];
  });
}

/** Returns whether a word has another meaning in scripts than a variable of the file. */
export function isScriptName(word: string): boolean {
  return known.has(word);
}
