import { importCurl, isCurlScript } from '@rulebook/request-file/syntax/curl/import-curl';
import type { ImportLibraries } from './import-libraries';
import { importHar } from './import-har';
import { importPostman } from './import-postman';
import type { ImportedFile } from '@rulebook/request-file/syntax/curl/imported';
import { memberNamed } from './json-value';
import { writeRequests, type WriteOptions, type WrittenRequests } from './write-requests';

/** The formats of texts that hold requests. A description of a service, which does not, is read elsewhere. */
export const importFormats = ['curl', 'har', 'postman'] as const;

/** One of these formats. */
export type ImportFormat = (typeof importFormats)[number];

/** In UTF-16 code units. The values of a JSON file take many times its size. */
const longest = 50_000_000;

/** How a text is imported. */
export interface ImportOptions extends WriteOptions {
  /** Absent: the text says what it is. */
  readonly format?: ImportFormat | undefined;
  /** Parsers of what is in such texts; without them, scripts become comments. */
  readonly libraries?: ImportLibraries | undefined;
}

/** Returns curl commands, a recording or a collection as a request file, or why that is not possible, as half a sentence. */
export function importRequests(text: string, options: ImportOptions): WrittenRequests | { readonly problem: string } {
  if (text.length > longest) return { problem: 'it is larger than 50 MB; export a part of it' };
  const read = readFile(text.replace(/^\uFEFF/, ''), options);
  if ('problem' in read) return read;
  const isEmpty = read.requests.length === 0 && read.variables.length === 0 && (read.environments ?? []).length === 0;
  if (isEmpty) return { problem: 'it contains no request' };
  return writeRequests(read, options);
}

function readFile(
  text: string,
  { format, libraries }: Pick<ImportOptions, 'format' | 'libraries'>,
): ImportedFile | { readonly problem: string } {
  if (format === 'curl' || (format === undefined && isCurlScript(text))) return importCurl(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of the parser quotes the text, which may hold secrets.
    const isJson = format !== undefined || /^\s*[[{]/.test(text);
    const other = otherFormatOf(text);
    if (other !== undefined) return { problem: other };
    return {
      problem: isJson
        ? 'it is not valid JSON; export it again'
        : 'it is not a curl command, a HAR recording, a Postman collection or an OpenAPI description',
    };
  }
  const isHar = Array.isArray(memberNamed(memberNamed(value, 'log'), 'entries'));
  if (isHar && format !== 'postman') return importHar(value);
  if (format === 'har') return { problem: 'it is not a HAR recording: it has no list `log.entries`' };
  const isCollection = Array.isArray(memberNamed(value, 'item')) || Array.isArray(memberNamed(value, 'values'));
  if (isCollection) return importPostman(value, libraries?.readStatements);
  const other = otherCollectionOf(value);
  if (other !== undefined) return { problem: other };
  if (Array.isArray(memberNamed(value, 'requests')))
    return { problem: 'it is a Postman collection of version 1; export it as version 2.1' };
  return { problem: 'it is not a HAR recording, a Postman collection or an OpenAPI description with a version' };
}

const ofBruno =
  'it belongs to Bruno, whose files are not read; export the collection there as a Postman collection, and import that';
const ofInsomnia = 'it belongs to Insomnia, whose files are not read; export the data there as HAR, and import that';
const ofThunder =
  'it belongs to Thunder Client, whose files are not read; copy its requests there as curl commands, and import these';

/** Returns what to do with a text of another tool; undefined for any other text. */
function otherFormatOf(text: string): string | undefined {
  const head = text.slice(0, 20_000);
  const isBruno = /^(?:meta|get|post|put|patch|delete|head|options)[ \t]*\{[ \t]*$/m.test(head);
  if (isBruno && /^[ \t]+(?:name|type|url|method):/m.test(head)) return ofBruno;
  // Newer collections of Bruno are YAML: one file for all, or one for each request.
  if (/^opencollection:/m.test(head)) return ofBruno;
  if (/^info:[ \t]*$/m.test(head) && /^[ \t]+type: http[ \t]*$/m.test(head) && /^http:[ \t]*$/m.test(head))
    return ofBruno;
  if (/^type:[ \t]*["']?(?:collection|environment)\.insomnia\.rest\//m.test(head)) return ofInsomnia;
  if (
    /^(?:HTTP(?:\/[\d.]+)?[ \t]+(?:\d{3}|\*)|\[(?:Asserts|Captures|QueryStringParams|Query|FormParams|Form|Options)\])/m.test(
      head,
    )
  )
    return 'it is a file of Hurl; write curl commands with `hurl --curl commands.sh`, and import these';
  return undefined;
}

function otherCollectionOf(value: unknown): string | undefined {
  if (Array.isArray(memberNamed(value, 'resources')) && memberNamed(value, '_type') === 'export') return ofInsomnia;
  if (memberNamed(value, 'clientName') === 'Thunder Client') return ofThunder;
  if (memberNamed(value, 'version') === undefined) return undefined;
  // An export of a collection, and the file `bruno.json` next to the requests.
  const isSettings = memberNamed(value, 'type') === 'collection' && memberNamed(value, 'name') !== undefined;
  return isSettings || Array.isArray(memberNamed(value, 'items')) ? ofBruno : undefined;
}
