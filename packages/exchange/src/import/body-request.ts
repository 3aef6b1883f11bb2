import type { BodyAssociation } from '@rulebook/request-file/syntax/model';

/** Returns a request with the text of a JSON file as its body; a part is where it belongs, and `name` takes the place of a key that is free. Without an association, it has no path. */
export function requestWithBody(text: string, association: BodyAssociation | undefined, name: string): string {
  const { method = 'POST', target = '/', at = '' } = association ?? {};
  const plain = text
    .replace(/^\uFEFF?\s*(?:\/\/|#)[ \t]*@request[^\n]*\n/, '')
    .replaceAll('\r\n', '\n')
    .trim();
  const keys = at
    .split('/')
    .slice(1)
    .map((key) => (key === '*' ? name : key.replaceAll('~1', '/').replaceAll('~0', '~')));
  const body = keys.reduceRight(
    (inner, key) => `{\n  ${JSON.stringify(key)}: ${inner.replaceAll('\n', '\n  ')}\n}`,
    plain,
  );
  return `${method} ${target}\nContent-Type: application/json\n\n${body}\n`;
}

/** Returns the line that says of which request a JSON file is the body. */
export function requestLineOfBody(request: string): string {
  return `// @request ${request.trim()}\n`;
}
