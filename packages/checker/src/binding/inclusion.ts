import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import type { CurlCommand } from '@rulebook/request-file/syntax/curl/read-curl-command';
import type { Block, BodyAssociation, IncludedFile } from '@rulebook/request-file/syntax/model';
import { reasonNotToRun } from '@rulebook/request-file/syntax/other-tools/runnable-script';
import { rightsFilesOf } from '@rulebook/request-file/syntax/rights-of';
import { span } from '@rulebook/text/span';
import type { Inclusion } from './model';
import { rowsFileOf } from './rows-of';

/** Directives that determine which facts a body is checked against. */
const deciding: readonly string[] = ['endpoint', 'target', 'deployment'];

/** A body can be checked where its file has a name of JSON. */
function needOf(path: string): 'body' | 'presence' {
  return /\.(?:jsonc?|ndjson)$/i.test(path) ? 'body' : 'presence';
}

/** Returns the files that the body of the block's request includes, except those named by a variable. */
export function inclusionsOf(block: Block): readonly Inclusion[] {
  const { request, otherRequest } = block;
  if (otherRequest?.curl !== undefined) return inclusionsOfCurl(block, otherRequest.curl, otherRequest.span.start);
  const body = request?.body;
  if (body === undefined || body.kind === 'json') return [];
  const own = body.kind === 'graphql' ? (body.file ? [body.file] : []) : (body.kind === 'text' && body.files) || [];
  const files: readonly IncludedFile[] = body.kind === 'file' ? [body] : own;
  return files.flatMap(({ path }) => {
    if (path.text.includes('{{')) return [];
    // The content of one part of a body is not known.
    const need = body.kind === 'graphql' ? 'body' : body.kind === 'file' ? needOf(path.text) : 'presence';
    const association = {
      ...associationOf(block, path.text),
      ...(body.kind === 'graphql' && { isGraphql: true as const }),
    };
    return [{ path: path.text, span: path.span, association, need }];
  });
}

function associationOf({ request, directives }: Block, file: string): BodyAssociation {
  const { origin, path } = request?.target ?? {};
  const method = request?.method?.text ?? 'GET';
  const headers = request?.headers.map(({ name, value }) => [name.text, value.text] as const) ?? [];
  return bodyOfCommand({ method, url: (origin?.text ?? '') + (path?.text ?? ''), headers }, directives, file);
}

/** Returns the files whose content a curl command sends: that of `-d @file`, and those of the parts of a form. */
function inclusionsOfCurl(block: Block, curl: CurlCommand, start: number): readonly Inclusion[] {
  const { body, places } = curl;
  const files =
    body?.kind === 'file'
      ? [{ path: body.path, at: places.data[0]?.span, need: needOf(body.path) }]
      : body?.kind === 'form'
        ? body.parts.flatMap(({ content }) =>
            'path' in content ? [{ path: content.path, at: undefined, need: 'presence' as const }] : [],
          )
        : [];
  return files.flatMap(({ path, at = wordCurl, need }) => {
    if (path.includes('{{')) return [];
    const association = bodyOfCommand(curl, block.directives, path);
    return [{ path, span: span(start + at.start, start + at.end), association, need }];
  });
}

const wordCurl = span(0, 'curl'.length);

/** Returns which request a file is the body of. */
function bodyOfCommand(
  { method, url, headers }: Pick<CurlCommand, 'method' | 'url' | 'headers'>,
  directives: Block['directives'],
  file: string,
): BodyAssociation {
  const mediaType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const mayBeLines = /\.(?:ndjson|jsonl)$/i.test(file) || /ndjson|\bjsonl/i.test(mediaType);
  const decided: Record<string, string> = {};
  for (const { name, value } of directives) {
    if (value && deciding.includes(name.text)) decided[name.text] ??= value.text;
  }
  return {
    method: method.toUpperCase(),
    target: url,
    at: '',
    ...(mayBeLines && { mayBeLines }),
    ...(Object.keys(decided).length > 0 ? { directives: decided } : {}),
  };
}

/** Returns the request files that the block imports or sends, except those named by a variable. */
export function importsOf({ imports, runs }: Block): readonly Inclusion[] {
  return [...imports, ...runs].flatMap(({ path }) =>
    path === undefined || path.text.includes('{{')
      ? []
      : [{ path: path.text, span: path.span, association: noBody, need: 'presence' }],
  );
}

const noBody: BodyAssociation = { method: '', target: '', at: '' };

/** Returns the files whose requests are sent with the key that the block's request makes, except those named by a variable. */
export function usersOfKeyIn(block: Block): readonly Inclusion[] {
  return rightsFilesOf(block).flatMap(({ text, span }) =>
    text.includes('{{') ? [] : [{ path: text, span, association: noBody, need: 'requests' }],
  );
}

/** Returns the files that hold scripts of the block, except those named by a variable and those that are not run. */
export function scriptFilesOf({ scripts }: Pick<Block, 'scripts'>): readonly Inclusion[] {
  return scripts.flatMap((script) => {
    const { path } = script;
    if (path === undefined || path.text.includes('{{') || reasonNotToRun(script) !== undefined) return [];
    return [{ path: path.text, span: path.span, association: noBody, need: 'script' }];
  });
}

/** Returns the files of the JSON Schemas with which the asserts of the block compare a response. */
export function schemaFilesOf({ asserts }: Pick<Block, 'asserts'>): readonly Inclusion[] {
  return asserts.flatMap(({ assert }) => {
    // Most asserts name no file, and are not read again for that.
    if (!/\bmatches\s|^schema\s/.test(assert.text)) return [];
    const parsed = parseAssert(assert.text);
    if (parsed.kind !== 'assert' || parsed.subject.kind !== 'schema') return [];
    const { file } = parsed.subject;
    const [path = ''] = file.text.split('#', 1);
    const start = assert.span.start + file.span.start;
    return [{ path, span: span(start, start + path.length), association: noBody, need: 'presence' as const }];
  });
}

/** Returns all files that the block takes in: those of its body, its scripts, those that it imports or sends, those that it is compared with, and that of its rows. */
export function filesTakenBy(block: Block): readonly Inclusion[] {
  const rows = rowsFileOf(block);
  return [
    ...inclusionsOf(block),
    ...importsOf(block),
    ...usersOfKeyIn(block),
    ...scriptFilesOf(block),
    ...schemaFilesOf(block),
    ...(rows ? [rows] : []),
  ];
}
