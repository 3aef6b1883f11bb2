import type { CopySource } from './copy-source';
import { javascriptText, quoteJavascript } from './javascript-text';

/** Returns a module of JavaScript that sends the request with the package axios. */
export function writeAxios(source: CopySource): string {
  const { method, url, headers, body, followsRedirects, isInsecure } = source;
  const reads = body !== undefined && 'file' in body;
  return [
    "import axios from 'axios';",
    ...(reads ? ["import { readFile } from 'node:fs/promises';"] : []),
    ...(isInsecure ? ["import { Agent } from 'node:https';"] : []),
    '',
    'const response = await axios.request({',
    `  method: ${quoteJavascript(method)},`,
    `  url: ${javascriptText(url)},`,
    ...(headers.length === 0
      ? []
      : [
          '  headers: {',
          ...headers.map(({ name, value }) => `    ${quoteJavascript(name)}: ${javascriptText(value)},`),
          '  },',
        ]),
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
