import type { CopySource } from './copy-source';
import { textExpression, type TextForm } from './literals';

const form: TextForm = { quote, variable: (name) => `getenv('${name}')`, join: ' . ' };

/** Header fields are sent in Latin-1, and the file is UTF-8. */
const fieldForm: TextForm = { ...form, quote: quoteField };

/** Returns a script of PHP that sends the request with its curl. */
export function writePhp(source: CopySource): string {
  const { method, url, headers, body, followsRedirects, isInsecure } = source;
  const has = (name: string) => headers.some((header) => header.name.toLowerCase() === name);
  return [
    '<?php',
    '',
    `$curl = curl_init(${textExpression(url, form)});`,
    'curl_setopt_array($curl, [',
    `    CURLOPT_CUSTOMREQUEST => ${quote(method)},`,
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(method === 'HEAD' ? ['    44 => true, // The response to HEAD has no content.'] : []),
    ...(followsRedirects ? ['    CURLOPT_FOLLOWLOCATION => true,'] : []),
    ...(isInsecure ? ['    CURLOPT_SSL_VERIFYPEER => false,', '    CURLOPT_SSL_VERIFYHOST => 0,'] : []),
    '    CURLOPT_HTTPHEADER => [',
    ...headers.map(
      ({ name, value }) =>
        `        ${value.every((piece) => piece === '') ? quote(`${name};`) : textExpression([`${name}: `, ...value], fieldForm)},`,
    ),
    // What curl would add.
    ...(body !== undefined && !has('content-type') ? ["        'Content-Type:',"] : []),
    '    ],',
    ...(body === undefined
      ? []
      : [
          `    CURLOPT_POSTFIELDS => ${'file' in body ? `file_get_contents(${quote(body.file)})` : textExpression(body.pieces, form)},`,
        ]),
    ']);',
    '$response = curl_exec($curl);',
    'echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\\n", $response;',
  ].join('\n');
}

function quoteField(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return quote(text);
  const escaped = text
    .replace(/[\\"$]/g, '\\$&')
    .replace(/[\x80-\xff]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`);
  return `"${escaped}"`;
}

/** Between single quotes, only two signs have a meaning. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
