import { oneLine } from '@rulebook/request-file/syntax/curl/one-line';
import {
  writeText,
  type ImportedBody,
  type ImportedFile,
  type ImportedRequest,
} from '@rulebook/request-file/syntax/curl/imported';
import { writeForm } from '@rulebook/request-file/syntax/curl/write-form';
import { toStrictJson } from '@rulebook/sender/plan/strict-json';
import { splitBlocks } from '@rulebook/request-file/syntax/split-blocks';
import { extractSecrets } from './extract-secrets';
import { filesOf, type WrittenFile } from './import-files';
import { withFilesAt } from './files-at';
import { sharedVariables, variableLines, withDefinitions } from './variable-lines';
import type { AddedVariable } from '@rulebook/request-file/environments';
import type { RequestPlan, Segment } from '@rulebook/sender/plan/plan';

/** What writing a file needs. */
export interface WriteOptions {
  /** Plans the only request of a text, to find out whether it says what was read. */
  readonly planOf: (text: string) => RequestPlan | undefined;
  /** Names of variables that have another meaning where the text goes. */
  readonly taken?: ReadonlySet<string>;
  /** What the request file is called that has the requests without a folder; absent: as the source calls itself. */
  readonly name?: string | undefined;
  /** Where the files are that the source names, from where the request files go. */
  readonly filesAt?: string | undefined;
}

/** The text of a request file, and what is different from its source. */
export interface WrittenRequests {
  readonly text: string;
  readonly requests: number;
  /** Sentences about what is not taken over. They are in the text as comments, too. */
  readonly notes: readonly string[];
  /** Parts that are missing without which another request would be sent. */
  readonly missing: number;
  /** The same as files, of a collection: one for each folder. */
  readonly files?: readonly WrittenFile[];
  /** Variables that belong into environment files where the requests become files: without an environment they have these values. */
  readonly shared?: readonly AddedVariable[];
  /** Variables for environment files. */
  readonly environments?: ImportedFile['environments'];
}

/** Writes what was read as a request file. */
export function writeRequests(imported: ImportedFile, options: WriteOptions): WrittenRequests {
  const { planOf, taken = new Set() } = options;
  const file = extractSecrets(withFilesAt(imported, options.filesAt), taken);
  const written = file.requests.map((request) => writeRequest(request, planOf));
  const head = [...file.notes.map((note) => `# Note: ${oneLine(note)}.`), ...variableLines(file)];
  const shared = sharedBlock(file.scripts);
  const blocks = written.map(({ text }) => text);
  const isCollection = file.requests.some(({ folders }) => folders !== undefined);
  return {
    text: [...(head.length > 0 ? [`${head.join('\n')}\n`] : []), ...shared, ...withDefinitions(file, blocks)].join(
      '\n',
    ),
    requests: written.filter(({ isLeftOut }) => !isLeftOut).length,
    notes: [...file.notes, ...written.flatMap(({ notes }) => notes)].map(oneLine),
    missing:
      written.filter(({ isIncomplete }, index) => isIncomplete || file.requests[index]?.isIncomplete).length +
      (file.lost ?? 0),
    ...(isCollection && { files: filesOf(file, blocks, shared, options.name), shared: sharedVariables(file) }),
    ...(file.environments && { environments: file.environments }),
  };
}

/** Returns the block of the scripts that run with each request. */
function sharedBlock(scripts: ImportedFile['scripts']): readonly string[] {
  if (scripts === undefined) return [];
  return [['### Shared each', ...scriptLines('<', scripts.before), ...scriptLines('>', scripts.after), ''].join('\n')];
}

function scriptLines(sign: '<' | '>', code: string | undefined): readonly string[] {
  return code === undefined ? [] : [`${sign} {%\n${code}\n%}`];
}

interface WrittenRequest {
  readonly text: string;
  readonly notes: readonly string[];
  readonly isLeftOut?: boolean;
  /** A part is missing without which another request would be sent. */
  readonly isIncomplete?: boolean;
}

function writeRequest(given: ImportedRequest, planOf: WriteOptions['planOf']): WrittenRequest {
  const written = tryWriting(given, planOf);
  if (written !== undefined) return written;
  const { scripts, ...plain } = given;
  const lost = 'the scripts are left out, because a request file would read a part of them in another way';
  const without = scripts === undefined ? undefined : tryWriting({ ...plain, notes: [...given.notes, lost] }, planOf);
  if (without !== undefined) return without;
  const why = 'a request is left out, because its method or URL cannot be written in a request file';
  return { text: `# Note: ${why}.\n`, notes: [...given.notes, why], isLeftOut: true, isIncomplete: true };
}

function tryWriting(given: ImportedRequest, planOf: WriteOptions['planOf']): WrittenRequest | undefined {
  const notes = [...given.notes];
  const request = withoutFirstLineEnds(given, notes);
  const { method, body, title = '' } = request;
  const name = oneLine(title)
    .replace(/^[#@\s]+/, '')
    .slice(0, 120);
  const url = writeText(withoutBlanks(request.url));
  const line = `${method} ${url}`;
  const asserts = (request.asserts ?? []).map(oneLine).filter((one) => one.startsWith('?? '));
  const form = body?.kind === 'form' ? writeForm(body) : undefined;
  const fields = fieldsOf(request, form?.type, notes);
  const content = form?.text ?? (body === undefined ? '' : bodyText(body));
  const text = (withBody: string) =>
    [
      `###${name === '' ? '' : ` ${name}`}`,
      ...notes.map((note) => `# Note: ${oneLine(note)}.`),
      ...(request.directives ?? []).map(oneLine),
      ...scriptLines('<', request.scripts?.before),
      line,
      ...fields.map(([key, value]) => `${key}: ${writeText(value)}`.trimEnd()),
      ...(withBody === '' ? [] : ['', withBody]),
      ...(asserts.length === 0 ? [] : ['', ...asserts]),
      ...(request.scripts?.after === undefined ? [] : ['', ...scriptLines('>', request.scripts.after)]),
      '',
    ].join('\n');
  const plan = planOf(text(content));
  if (plan !== undefined && isSame(plan, request, fields) && !opensConstruct(text(content))) {
    const difference = bodyDifference(plan.body, body, content);
    if (difference === undefined) return { text: text(content), notes };
    if (difference === 'end') {
      notes.push('the line end at the end of the body is not sent');
      return { text: text(content), notes };
    }
  }
  const without = planOf(text(''));
  if (without !== undefined && isSame(without, request, fields)) {
    notes.push(
      'the body is left out, because a request file would read a part of it in another way; save it to a file, and write `< ./FILE` below the header fields',
    );
    return { text: text(''), notes, isIncomplete: true };
  }
  return undefined;
}

/** Returns the header fields that can be written, and records the others. */
/** White space in front of JSON means nothing, and a request file cannot hold line ends there. */
function withoutFirstLineEnds(request: ImportedRequest, notes: string[]): ImportedRequest {
  const { body } = request;
  if (body?.kind !== 'text' || !/^\s*[[{]/.test(body.text) || !/^[^\S\n]*\n/.test(body.text)) return request;
  notes.push('the line ends in front of the body are not sent');
  return { ...request, body: { ...body, text: body.text.trimStart() } };
}

function fieldsOf(
  { headers, url, body }: ImportedRequest,
  type: string | undefined,
  notes: string[],
): readonly (readonly [string, string])[] {
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
  const kept = headers.filter(([name, value]) => {
    const key = name.toLowerCase();
    if (/^(?:content-length|connection|transfer-encoding|keep-alive|proxy-connection)$/.test(key)) return false;
    if (key === 'host' && value === host) return false;
    if (key === 'content-type' && type !== undefined) return false;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) notes.push('a header field is left out, because its name cannot be sent');
    else if (/(?!\t)\p{Cc}/u.test(value))
      notes.push(`the header field ${name} is left out, because its value has control characters`);
    else return true;
    return false;
  });
  return type === undefined || body === undefined ? kept : [...kept, ['Content-Type', type]];
}

/** Whether the text opens a construct that a later request of the file may close, and would then be a part of. */
function opensConstruct(text: string): boolean {
  return splitBlocks(text).some(({ ahead }) => ahead !== undefined);
}

function isSame(
  plan: RequestPlan,
  { method, url, scripts }: ImportedRequest,
  fields: readonly (readonly [string, string])[],
): boolean {
  if (plan.method !== method || (plan.problems ?? []).some(({ allowsSending }) => !allowsSending)) return false;
  if (plan.headers.length !== fields.length) return false;
  const codes = [scripts?.before, scripts?.after].filter((code) => code !== undefined);
  const planned = (plan.scripts ?? []).map(({ code }) => code?.trim());
  if (codes.join('\0') !== planned.join('\0')) return false;
  const target = readBack(plan.target);
  const expected = plainText(withoutBlanks(url));
  const isTarget = [expected, expected.replace(/^([a-z]+:\/\/[^/?#]*)(?=$|\?)/i, '$1/')].includes(target);
  return (
    isTarget &&
    fields.every(([name, value], index) => {
      const field = plan.headers[index];
      return field !== undefined && readBack(field.name) === name && readBack(field.value) === plainText(value).trim();
    })
  );
}

/** Returns how the body of the plan differs: not at all, by its last line end, or in another way. */
function bodyDifference(
  planned: RequestPlan['body'],
  body: ImportedBody | undefined,
  content: string,
): 'end' | 'other' | undefined {
  if (body === undefined || content === '') return planned === undefined ? undefined : 'other';
  if (body.kind === 'file') return planned?.kind === 'file' && planned.path === body.path ? undefined : 'other';
  if (body.kind === 'form') return planned?.kind === 'pieces' ? undefined : 'other';
  const text = planned?.kind === 'text' ? readBack(planned.segments) : undefined;
  const written = plainText(body.text);
  const expected =
    body.isRelaxed === true && planned?.kind === 'text' && planned.form ? toStrictJson(written) : written;
  if (text === expected) return undefined;
  if (text === undefined || text.trimEnd() !== expected.trimEnd()) return 'other';
  return planned?.kind === 'text' && planned.form !== undefined ? undefined : 'end';
}

/** Encodes the blanks of a URL, except in the names of variables. */
function withoutBlanks(url: string): string {
  return url.replace(
    /(\{\{\ufdd0[^{}]*\}\})|\s/g,
    (found: string, variable?: string) => variable ?? encodeURIComponent(found),
  );
}

function readBack(segments: readonly Segment[]): string {
  return segments.map((segment) => (typeof segment === 'string' ? segment : `{{${segment.variable}}}`)).join('');
}

function plainText(text: string): string {
  return text.replaceAll('\ufdd0', '');
}

function bodyText(body: ImportedBody): string {
  if (body.kind === 'file') return `< ${body.path}`;
  return body.kind === 'text' ? writeText(body.text) : '';
}
