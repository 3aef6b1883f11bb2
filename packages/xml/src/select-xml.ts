import { evaluateXpath } from './evaluate-xpath';
import type { MarkupKind } from './markup-tokens';
import { parseXpath, XpathProblem } from './parse-xpath';
import { readXmlTree, type XmlNode } from './xml-tree';

/** What an XPath comes to: the texts of the nodes that it selects, or one value. */
export type XmlSelection =
  | { readonly kind: 'nodes'; readonly texts: readonly string[] }
  | { readonly kind: 'value'; readonly value: string | number | boolean };

/** Longer documents are not read, in UTF-16 code units. */
const longest = 20_000_000;
/** Returns what is wrong with an XPath, in a sentence; undefined for one that can be evaluated. */
export function xpathProblem(xpath: string): string | undefined {
  const read = parseXpath(xpath);
  return read instanceof XpathProblem ? read.message : undefined;
}

/** Returns what selects by XPaths in a text, which is read with the first one; a sentence says why that is not possible. */
export function createXmlSelector(
  text: string,
  kind: MarkupKind,
): (xpath: string) => XmlSelection | { readonly problem: string } {
  let read: { readonly tree: XmlNode | undefined } | undefined;
  return (xpath) => {
    const expression = parseXpath(xpath);
    if (expression instanceof XpathProblem) return { problem: expression.message };
    if (text.length > longest) return { problem: 'The body is too long for an XPath.' };
    const { tree } = (read ??= { tree: readXmlTree(text, kind) });
    if (tree === undefined)
      return {
        problem: `The body is not ${kind === 'xml' ? 'well-formed XML' : 'HTML'}, so it has no values at an XPath.`,
      };
    const found = evaluateXpath(expression, tree);
    if (found === undefined)
      return {
        problem: 'Evaluating the XPath takes too many steps with this body. Replace `//` by names where you can.',
      };
    const { value, textOf } = found;
    return typeof value === 'object' ? { kind: 'nodes', texts: value.map(textOf) } : { kind: 'value', value };
  };
}

/** Returns how a body is read by its media type: as HTML where it says so, as XML otherwise. */
export function markupKindOf(contentType: string, body: string): MarkupKind {
  return /^\s*text\/html\b/i.test(contentType) || /^\s*<!doctype html/i.test(body) ? 'html' : 'xml';
}
