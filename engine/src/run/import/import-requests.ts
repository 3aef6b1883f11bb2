import { importCurl, isCurl } from '../../syntax/curl/import-curl';
import { importHar } from './import-har';
import { importPostman } from './import-postman';
import type { ImportedFile } from '../../syntax/curl/imported';
import { memberOf } from './json-value';
import { writeRequests, type WriteOptions, type WrittenRequests } from './write-requests';

/** The formats that can be imported. */
export const importFormats = ['curl', 'har', 'postman'] as const;

/** One of these formats. */
export type ImportFormat = (typeof importFormats)[number];

/** In UTF-16 code units. The values of a JSON file take many times its size. */
const longest = 50_000_000;

/** How a text is imported. */
export interface ImportOptions extends WriteOptions {
  /** Absent: the text says what it is. */
  readonly format?: ImportFormat | undefined;
}

/** Returns curl commands, a recording or a collection as a request file, or why that is not possible, as half a sentence. */
export function importRequests(text: string, options: ImportOptions): WrittenRequests | { readonly problem: string } {
  if (text.length > longest) return { problem: 'it is larger than 50 MB; export a part of it' };
  const read = readFile(text.replace(/^\uFEFF/, ''), options.format);
  if ('problem' in read) return read;
  if (read.requests.length === 0 && read.variables.length === 0) return { problem: 'it contains no request' };
  return writeRequests(read, options);
}

function readFile(text: string, format: ImportFormat | undefined): ImportedFile | { readonly problem: string } {
  if (format === 'curl' || (format === undefined && isCurl(text))) return importCurl(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of the parser quotes the text, which may hold secrets.
    const isJson = format !== undefined || /^\s*[[{]/.test(text);
    return {
      problem: isJson
        ? 'it is not valid JSON; export it again'
        : 'it is not a curl command, a HAR recording or a Postman collection',
    };
  }
  const isHar = Array.isArray(memberOf(memberOf(value, 'log'), 'entries'));
  if (isHar && format !== 'postman') return importHar(value);
  if (format === 'har') return { problem: 'it is not a HAR recording: it has no list `log.entries`' };
  const isCollection = Array.isArray(memberOf(value, 'item')) || Array.isArray(memberOf(value, 'values'));
  if (isCollection) return importPostman(value);
  if (Array.isArray(memberOf(value, 'requests')))
    return { problem: 'it is a Postman collection of version 1; export it as version 2.1' };
  return { problem: 'it is not a HAR recording or a Postman collection' };
}
