import { literalHolesOf } from '../binding/literal-holes';
import { headerOf, type Binding } from '../binding/model';
import type { Body, GraphqlBody, IncludedFile, JsonBody, TextBody } from '../syntax/model';
import type { Span } from '../text/span';
import { literalMembersOf, uncovered, withCovers } from './literals';
import type { BodyPiece, RequestPlan, Segment } from './plan';
import { segmentsOf } from './segments';
import { toStrictJson } from './strict-json';

/** Something about a body that keeps it from being sent as it is written. */
export interface BodyProblem {
  readonly reason: string;
  /** Counts from the start of the block. */
  readonly offset: number;
  readonly allowsSending: boolean;
}

/** Says what is sent for a body; what speaks against it is added to `problems`. */
export function planBody(text: string, body: Body, binding: Binding, problems: BodyProblem[]): RequestPlan['body'] {
  switch (body.kind) {
    case 'file':
      return planFile(body, binding);
    case 'graphql':
      return planGraphql(text, body, problems);
    case 'text':
      return planText(text, body, binding, problems);
    case 'json':
      return planJson(text, body, binding);
  }
}

function planJson(text: string, body: JsonBody, binding: Binding): RequestPlan['body'] {
  const source = withCovers(text, body.span, literalsOf(binding));
  if (source.trim() === '') return undefined;
  const strict = body.isRelaxed ? toStrictJson(source) : source;
  if (!body.isLines && body.values.length < 2)
    return { kind: 'text', form: 'json', segments: uncovered(segmentsOf(strict)) };
  return { kind: 'text', form: 'lines', segments: withFinalLineEnd(uncovered(segmentsOf(strict))) };
}

/** Returns the variables of a body. */
export function segmentsOfBody(body: RequestPlan['body']): readonly (readonly Segment[])[] {
  if (body?.kind === 'text') return [body.segments];
  if (body?.kind !== 'pieces') return [];
  return body.pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.segments] : []));
}

/** Where texts stand that look like variables and are sent as they are. */
function literalsOf(binding: Binding): readonly Span[] {
  return literalHolesOf(binding).map(({ hole }) => hole.span);
}

function planFile({ path, fillsVariables, encoding }: IncludedFile, binding: Binding): RequestPlan['body'] {
  const literals = fillsVariables ? literalMembersOf(binding.operation) : [];
  return {
    kind: 'file',
    path: path.text,
    fillsVariables,
    ...(encoding !== undefined && { encoding }),
    ...(literals.length > 0 && { literals }),
  };
}

/** Returns the segments ended by one line end, without which newline-delimited JSON is refused. */
function withFinalLineEnd(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.at(-1);
  if (typeof last !== 'string') return [...segments, '\n'];
  return last.endsWith('\n') ? segments : [...segments.slice(0, -1), `${last}\n`];
}

function planText(text: string, body: TextBody, { request }: Binding, problems: BodyProblem[]): RequestPlan['body'] {
  const mediaType = headerOf(request, 'content-type')?.value.text ?? '';
  if (/^\s*multipart\//i.test(mediaType)) return planMultipart(text, body, mediaType, problems);
  if (body.files !== undefined) return { kind: 'pieces', pieces: piecesOf(text, body, (part) => part) };
  if (/^\s*application\/x-www-form-urlencoded/i.test(mediaType)) return planForm(text, body.span, problems);
  return { kind: 'text', segments: segmentsOf(text.slice(body.span.start, body.span.end)) };
}

/** Cuts a body at the lines that stand for files. */
function piecesOf(
  text: string,
  { span, files = [] }: TextBody,
  written: (part: string) => string,
): readonly BodyPiece[] {
  const pieces: BodyPiece[] = [];
  const addText = (start: number, end: number) => {
    const segments = segmentsOf(written(text.slice(start, end)));
    if (segments.length > 0) pieces.push({ kind: 'text', segments });
  };
  let at = span.start;
  for (const { span: line, path, fillsVariables, encoding } of files) {
    addText(at, line.start);
    pieces.push({ kind: 'file', path: path.text, fillsVariables, ...(encoding !== undefined && { encoding }) });
    at = line.end;
  }
  addText(at, span.end);
  return pieces;
}

/** The lines of a multipart body end with CRLF, whatever those of the file do. */
function planMultipart(text: string, body: TextBody, mediaType: string, problems: BodyProblem[]): RequestPlan['body'] {
  const source = text.slice(body.span.start, body.span.end);
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(mediaType);
  const name = boundary?.[1] ?? boundary?.[2];
  const problem = (reason: string) => problems.push({ reason, offset: body.span.start, allowsSending: true });
  if (name === undefined) problem('The `Content-Type` of a multipart body must name its boundary: `boundary=…`.');
  else if (!name.includes('{{')) {
    const lines = source.split(/\r?\n/).map((line) => line.trimEnd());
    if (!lines.includes(`--${name}`))
      problem(`No line of the body is the boundary that the \`Content-Type\` names: \`--${name}\`.`);
    else if (!lines.includes(`--${name}--`)) problem(`The body does not end with the last boundary: \`--${name}--\`.`);
  }
  const pieces = piecesOf(text, body, (part) => part.replace(/\r?\n/g, '\r\n'));
  return { kind: 'pieces', pieces: [...pieces, { kind: 'text', segments: ['\r\n'] }], lineEnd: 'crlf' };
}

/** Joins the lines of a form; blanks around `=` and `&` belong to the way it is written. */
function planForm(text: string, span: Span, problems: BodyProblem[]): RequestPlan['body'] {
  const parts: string[] = [];
  let endsWithAmpersand = true;
  let offset = span.start;
  for (const line of text.slice(span.start, span.end).split('\n')) {
    const start = offset;
    offset += line.length + 1;
    const part = line.trim();
    if (part === '' || /^(?:#|\/\/)/.test(part)) continue;
    if (!endsWithAmpersand && !part.startsWith('&') && part.includes('=')) {
      const reason = 'A line of a form needs `&` in front of it, or at the end of the line above.';
      problems.push({ reason, offset: start, allowsSending: true });
    }
    parts.push(parts.length > 0 && endsWithAmpersand && part.startsWith('&') ? part.slice(1) : part);
    endsWithAmpersand = part.endsWith('&');
  }
  const segments = segmentsOf(parts.join('')).map((segment) =>
    typeof segment === 'string' ? withoutBlanksAround(segment) : segment,
  );
  return { kind: 'text', segments };
}

/** Takes away the blanks around `=` and `&`. Not by one regular expression, which would try each of many blanks as the first one. */
function withoutBlanksAround(text: string): string {
  const parts = text.split(/([=&])/);
  return parts
    .map((part, index) => {
      const behind = index === 0 ? part : part.trimStart();
      return index === parts.length - 1 ? behind : behind.trimEnd();
    })
    .join('');
}

/** Puts a GraphQL document into the JSON object that servers take. */
function planGraphql(text: string, body: GraphqlBody, problems: BodyProblem[]): RequestPlan['body'] {
  const { query, variables, operation, file } = body;
  if (file !== undefined) {
    const reason = 'A GraphQL document cannot be taken from a file; write it into the request.';
    problems.push({ reason, offset: body.span.start, allowsSending: false });
  }
  const values = variables && toStrictJson(text.slice(variables.start, variables.end));
  if (variables && values !== undefined && !values.includes('{{') && !isJson(values)) {
    const reason = 'The variables of the query are not JSON.';
    problems.push({ reason, offset: variables.start, allowsSending: false });
  }
  const segments: Segment[] = [
    '{"query":"',
    ...segmentsOf(text.slice(query.start, query.end)).map((segment) =>
      typeof segment === 'string' ? JSON.stringify(segment).slice(1, -1) : { ...segment, isInString: true },
    ),
    `"${operation === undefined ? '' : `,"operationName":${JSON.stringify(operation)}`}`,
    ...(values === undefined ? [] : [',"variables":', ...segmentsOf(values)]),
    '}',
  ];
  return { kind: 'text', form: 'json', segments };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
