import type { CopySource } from './copy-source';
import { javascriptText, quoteJavascript } from './javascript-text';

/** Returns a module of JavaScript that sends the request with the package axios. */
export function writeAxios(source: CopySource): string {
  const { method, url, headers, body, followsRedirects, isInsecure } = source;
  const reads = body !== undefined && 'file' in body;
  const values = new Map<string, { readonly name: string; readonly all: string[] }>();
  for (const { name, value } of headers) {
    const before = values.get(name.toLowerCase());
    if (before === undefined) values.set(name.toLowerCase(), { name, all: [javascriptText(value)] });
    else before.all.push(javascriptText(value));
  }
  const fields = [...values.values()].map(
    ({ name, all }) => `    ${quoteJavascript(name)}: ${all.length === 1 ? (all[0] ?? '') : `[${all.join(', ')}]`},`,
  );
  // axios would say that a text is a form.
  if (body !== undefined && !values.has('content-type')) fields.push("    'Content-Type': false,");
  return [
    "import axios from 'axios';",
    ...(reads ? ["import { readFile } from 'node:fs/promises';"] : []),
    ...(isInsecure ? ["import { Agent } from 'node:https';"] : []),
    '',
    'const response = await axios.request({',
    `  method: ${quoteJavascript(method)},`,
    `  url: ${javascriptText(url)},`,
    ...(fields.length === 0 ? [] : ['  headers: {', ...fields, '  },']),
    ...(body === undefined
      ? []
      : [
          `  data: ${'file' in body ? `await readFile(${quoteJavascript(body.file)})` : javascriptText(body.pieces)},`,
          '  // The body goes out as it is written.',
          '  transformRequest: (data) => data,',
        ]),
    ...(followsRedirects ? [] : ['  maxRedirects: 0,']),
    ...(isInsecure ? ['  httpsAgent: new Agent({ rejectUnauthorized: false }),'] : []),
    '  validateStatus: () => true,',
    '});',
    'console.log(response.status, response.data);',
  ].join('\n');
}
