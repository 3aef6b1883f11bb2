import { importCurl, isCurlScript } from '@rulebook/request-file/syntax/curl/import-curl';
import type { ImportLibraries } from './import-libraries';
import { browserFieldsNote, importHar, isBrowserField } from './import-har';
import { importPostman, importShaped } from './import-postman';
import { readOther } from './collections/read-other';
import { readPostmanFolder } from './collections/postman-folder';
import { readThunderFolder } from './collections/thunder';
import { readBruno, type ImportedFiles } from './collections/bruno';
import type { ImportedFile } from '@rulebook/request-file/syntax/curl/imported';
import { memberNamed } from './json-value';
import { writeRequests, type WriteOptions, type WrittenRequests } from './write-requests';

/** The formats of texts that hold requests. A description of a service, which does not, is read elsewhere. */
export const importFormats = ['curl', 'har', 'postman', 'bruno', 'insomnia', 'hurl', 'thunder'] as const;

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
  /** Whether requests of a recording get asserts about its responses; absent: they do. */
  readonly hasAsserts?: boolean | undefined;
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

/** Returns the collections of another tool in a folder as request files, or why that is not possible, as half a sentence. */
export function importFolder(
  files: ImportedFiles,
  { name, ...options }: WriteOptions & { readonly libraries: ImportLibraries },
): WrittenRequests | { readonly problem: string } {
  const { libraries } = options;
  const postman = readPostmanFolder(files, libraries);
  const hasRequests = postman !== undefined && (postman.item.length > 0 || (postman.lost ?? 0) > 0);
  const read = hasRequests ? postman : (readBruno(files, libraries) ?? readThunderFolder(files) ?? postman);
  if (read === undefined) return { problem: 'it holds no collection of Postman, Bruno or Thunder Client' };
  const { title = name } = read;
  return writeRequests(importShaped({ ...read, title }, libraries.readStatements), options);
}

/** A browser copies what only browsers send, too. */
function withoutBrowserFields(file: ImportedFile): ImportedFile {
  const requests = file.requests.map((request) => {
    const isOfBrowser = request.headers.some(([name]) => /^sec-(?:ch-ua|fetch-)/i.test(name));
    const kept = request.headers.filter(([name]) => !isBrowserField(name) && !/^authority$/i.test(name));
    const isChanged = isOfBrowser && kept.length < request.headers.length;
    return isChanged ? { ...request, headers: kept, notes: [...request.notes, browserFieldsNote] } : request;
  });
  return { ...file, requests };
}

function readFile(
  text: string,
  { format, libraries, name, hasAsserts }: Pick<ImportOptions, 'format' | 'libraries' | 'name' | 'hasAsserts'>,
): ImportedFile | { readonly problem: string } {
  if (format === 'curl' || (format === undefined && isCurlScript(text))) return withoutBrowserFields(importCurl(text));
  const shaped = libraries && readOther(text, format, libraries, name);
  if (shaped !== undefined) return 'problem' in shaped ? shaped : importShaped(shaped, libraries?.readStatements);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of the parser quotes the text, which may hold secrets.
    const isJson = format !== undefined || /^\s*[[{]/.test(text);
    return {
      problem: isJson
        ? 'it is not valid JSON; export it again'
        : 'it is not a curl command, a HAR recording, an OpenAPI description or a collection of Postman, Bruno, Insomnia, Hurl or Thunder Client',
    };
  }
  const isHar = Array.isArray(memberNamed(memberNamed(value, 'log'), 'entries'));
  if (isHar && format !== 'postman') return importHar(value, hasAsserts);
  if (format === 'har') return { problem: 'it is not a HAR recording: it has no list `log.entries`' };
  const isCollection = Array.isArray(memberNamed(value, 'item')) || Array.isArray(memberNamed(value, 'values'));
  if (isCollection) return importPostman(value, libraries?.readStatements);
  const other = otherCollectionOf(value);
  if (other !== undefined) return { problem: other };
  if (Array.isArray(memberNamed(value, 'requests')))
    return { problem: 'it is a Postman collection of version 1; export it as version 2.1' };
  return { problem: 'it is not a HAR recording, a Postman collection or an OpenAPI description with a version' };
}

const ofBruno = 'it belongs to Bruno, whose requests are in files of their own; import the folder of the collection';
const ofInsomnia = 'it is an older export of Insomnia; export the data there in the format 4 or 5, and import that';

/** Returns what to do with a text of another tool that is not read; undefined for any other text. */
function otherCollectionOf(value: unknown): string | undefined {
  if (Array.isArray(memberNamed(value, 'resources')) && memberNamed(value, '_type') === 'export') return ofInsomnia;
  if (memberNamed(value, 'version') === undefined) return undefined;
  // An export of a collection, and the file `bruno.json` next to the requests.
  const isSettings = memberNamed(value, 'type') === 'collection' && memberNamed(value, 'name') !== undefined;
  return isSettings || Array.isArray(memberNamed(value, 'items')) ? ofBruno : undefined;
}
