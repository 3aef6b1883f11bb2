import { visible, visibleLine } from '@rulebook/text/visible';

/** Returns the text as the value of an attribute, in one line and in quotes. */
export function attribute(text: string): string {
  return `"${escapedXml(visibleLine(text))}"`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // What XML cannot hold.
  '\ufffe': '\\ufffe',
  '\uffff': '\\uffff',
};

/**
 * Returns the text escaped for XML. What steers a terminal is made visible, which is also what XML cannot hold; lone surrogates become the
 * replacement character.
 */
export function escapedXml(text: string): string {
  return visible(text)
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[&<>"\ufffe\uffff]/g, (sign) => entities[sign] ?? sign);
}
