import type { Conversion } from '@rulebook/checker/convert/model';
import { lineEndOfFile } from '@rulebook/request-file/format/format-file';
import type { Block, RequestSyntax } from '@rulebook/request-file/syntax/model';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { touches, type Span } from '@rulebook/text/span';
import { importRequests, type ImportOptions } from './import/import-requests';

/** What the conversions between requests and curl commands need. */
interface CurlPlace {
  readonly file: RequestFile;
  readonly index: number;
  readonly span: Span;
  readonly block: Block;
  readonly planOf: ImportOptions['planOf'];
}

/** Makes a request of the curl command at the cursor, or a curl command of the request line at the cursor, where nothing is lost. */
export function convertCurl(place: CurlPlace): Conversion | undefined {
  const { block, file } = place;
  if (file.association) return undefined;
  return block.otherRequest ? fromCurl(place, block.otherRequest.span) : toCurl(place);
}

function fromCurl({ file, index, span, block, planOf }: CurlPlace, command: Span): Conversion | undefined {
  const text = block.text.slice(command.start, command.end);
  if (!/^curl\s/i.test(text) || !touches(command, span.start)) return undefined;
  const request = requestOf(text, planOf, new Set(file.definitions.keys()));
  if (request === undefined) return undefined;
  const newText = request.trimEnd().replaceAll('\n', lineEndOfFile(file));
  return {
    title: 'Convert the curl command to a request',
    kind: 'rewrite',
    edits: [{ block: index, edits: [{ span: command, newText }] }],
  };
}

function toCurl({ file, index, span, block, planOf }: CurlPlace): Conversion | undefined {
  const { request, problems, unsupported, asserts, response, text } = block;
  if (!request || !touches(request.lineSpan, span.start)) return undefined;
  const isPlain = problems.length + unsupported.length + asserts.length === 0 && response === undefined;
  const command = isPlain ? commandOf(text, request) : undefined;
  if (command === undefined) return undefined;
  // What comes back must be the same request.
  const back = requestOf(command, planOf, new Set());
  const [before, after] = [planOf(text.slice(request.span.start, request.span.end)), back && planOf(back)];
  if (!before || !after || sentOf(before) !== sentOf(after)) return undefined;
  const newText = command.replaceAll('\n', lineEndOfFile(file));
  return {
    title: 'Convert the request to a curl command',
    kind: 'rewrite',
    edits: [{ block: index, edits: [{ span: request.span, newText }] }],
  };
}

function commandOf(text: string, { method, target, headers, body, httpVersion }: RequestSyntax): string | undefined {
  const url = text.slice(target.span.start, target.span.end);
  const isWhole = /^(?:https?:\/\/|\{\{[^{}]+\}\})/.test(url) && !/\s/.test(url.replace(/\{\{[^{}]*\}\}/g, ''));
  if (!isWhole || httpVersion || (body && body.kind !== 'text' && body.kind !== 'json')) return undefined;
  if ((body?.kind === 'json' && (body.isRelaxed || body.isLines)) || (body?.kind === 'text' && body.files))
    return undefined;
  const lines = [`curl -X ${method?.text.toUpperCase() ?? 'GET'} ${quoted(url)}`];
  for (const { name, value } of headers) lines.push(`-H ${quoted(`${name.text}: ${value.text}`)}`);
  if (body) lines.push(`--data-raw ${quoted(text.slice(body.span.start, body.span.end))}`);
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns the request file that a command means; undefined when something of it is lost. Variables are words to curl. */
function requestOf(command: string, planOf: ImportOptions['planOf'], taken: ReadonlySet<string>): string | undefined {
  const variables: string[] = [];
  const plain = command.replace(
    /\{\{[^{}\r\n]*\}\}/g,
    (variable) => `rulebook0${String(variables.push(variable) - 1)}x`,
  );
  if (/rulebook0\d/.test(command)) return undefined;
  const read = importRequests(plain, { format: 'curl', planOf, taken });
  if ('problem' in read || read.requests !== 1 || read.missing > 0 || read.notes.length > 0) return undefined;
  // A URL that begins with a variable has no scheme to curl, which adds one; and a request without a name has an empty separator.
  const text = read.text.replace(/^###[ \t]*\n/, '').replace(/^([A-Z]+ )http:\/\/(?=rulebook0\d)/m, '$1');
  const hasScheme = /http:\/\/rulebook0\d/.test(plain);
  return (hasScheme ? read.text : text).replace(
    /rulebook0(\d+)x/g,
    (word, index: string) => variables[Number(index)] ?? word,
  );
}

function sentOf(plan: NonNullable<ReturnType<ImportOptions['planOf']>>): string {
  const { method, target, headers, body } = plan;
  return JSON.stringify([method, target, headers, body]);
}
