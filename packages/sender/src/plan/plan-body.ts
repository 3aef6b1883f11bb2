import { literalPlaceholdersOf } from '@rulebook/checker/binding/literal-placeholders';
import { headerOf, type Binding } from '@rulebook/checker/binding/model';
import { isChannel } from '@rulebook/request-file/syntax/channel';
import type { Body, GraphqlBody, IncludedFile, JsonBody, TextBody } from '@rulebook/request-file/syntax/model';
import { isFormType } from '@rulebook/request-file/syntax/bodies/form-body';
import { multipartProblem } from '@rulebook/request-file/syntax/bodies/multipart';
import { textIn, type Span } from '@rulebook/text/span';
import { literalMembersOf, uncovered, withCovers } from './literals';
import type { BodyPiece, RequestPlan, Segment } from './plan';
import { segmentsOf } from './segments';
import { toStrictJson } from './strict-json';

/** Why a body cannot be sent as it is written. */
export interface BodyProblem {
  readonly reason: string;
  /** Counts from the start of the block. */
  readonly offset: number;
  readonly allowsSending: boolean;
}

/** Returns what is sent for a body, and adds to `problems` why it cannot be sent as it is. */
export function planBody(text: string, body: Body, binding: Binding, problems: BodyProblem[]): RequestPlan['body'] {
  switch (body.kind) {
    case 'file':
      return planFile(body, binding);
    case 'graphql':
      return planGraphql(text, body, problems);
    case 'text':
      return isChannel(binding.request) ? planMessages(text, body) : planText(text, body, binding, problems);
    case 'json':
      return planJson(text, body, binding);
  }
}

function planJson(text: string, body: JsonBody, binding: Binding): RequestPlan['body'] {
  const source = withCovers(text, body.span, literalSpansOf(binding));
  if (source.trim() === '') return undefined;
  // Blank lines was in front of a comment.
  const strict = body.isRelaxed ? toStrictJson(source).trimEnd() : source;
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

/** Returns the spans of `{{…}}` that the service fills in, which are sent as they are. */
function literalSpansOf(binding: Binding): readonly Span[] {
  return literalPlaceholdersOf(binding).map(({ placeholder }) => placeholder.span);
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

/** Returns the segments with one line end at the end, without which services refuse newline-delimited JSON. */
function withFinalLineEnd(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.at(-1);
  if (typeof last !== 'string') return [...segments, '\n'];
  return last.endsWith('\n') ? segments : [...segments.slice(0, -1), `${last}\n`];
}

function planText(text: string, body: TextBody, { request }: Binding, problems: BodyProblem[]): RequestPlan['body'] {
  const mediaType = headerOf(request, 'content-type')?.value.text ?? '';
  if (/^\s*multipart\//i.test(mediaType)) return planMultipart(text, body, mediaType, problems);
  if (body.files !== undefined) return { kind: 'pieces', pieces: piecesOf(text, body, (part) => part) };
  if (isFormType(mediaType)) return planForm(text, body.span);
  return { kind: 'text', segments: segmentsOf(text.slice(body.span.start, body.span.end)) };
}

/** Plans messages as they are written; they are separated when their variables are filled in. */
function planMessages(text: string, body: TextBody): RequestPlan['body'] {
  if (body.files !== undefined) return { kind: 'pieces', pieces: piecesOf(text, body, (part) => part) };
  return { kind: 'text', segments: segmentsOf(text.slice(body.span.start, body.span.end)) };
}

/** Cuts a body at the lines that insert files. */
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

/** Plans a multipart body, whose lines end with CRLF, whatever the line ends of the file are. */
function planMultipart(text: string, body: TextBody, mediaType: string, problems: BodyProblem[]): RequestPlan['body'] {
  const reason = multipartProblem(text.slice(body.span.start, body.span.end), mediaType);
  if (reason !== undefined) problems.push({ reason, offset: body.span.start, allowsSending: true });
  const pieces = piecesOf(text, body, (part) => part.replace(/\r?\n/g, '\r\n'));
  return { kind: 'pieces', pieces: [...pieces, { kind: 'text', segments: ['\r\n'] }], lineEnd: 'crlf' };
}

/** Joins the lines of a form. Blanks around `=` and `&` are layout and not sent. */
function planForm(text: string, span: Span): RequestPlan['body'] {
  const parts: string[] = [];
  let endsWithAmpersand = true;
  for (const line of text.slice(span.start, span.end).split('\n')) {
    const part = line.trim();
    if (part === '' || /^(?:#|\/\/)/.test(part)) continue;
    parts.push(parts.length > 0 && endsWithAmpersand && part.startsWith('&') ? part.slice(1) : part);
    endsWithAmpersand = part.endsWith('&');
  }
  const segments = segmentsOf(parts.join('')).map((segment) =>
    typeof segment === 'string' ? withoutBlanksAround(segment) : segment,
  );
  return { kind: 'text', segments, isForm: true };
}

/** Removes the blanks around `=` and `&`. Without one regular expression, which would try each of many blanks as the first one. */
function withoutBlanksAround(text: string): string {
  const parts = text.split(/([=&])/);
  return parts
    .map((part, index) => {
      const behind = index === 0 ? part : part.trimStart();
      return index === parts.length - 1 ? behind : behind.trimEnd();
    })
    .join('');
}

/** Puts a GraphQL document into the JSON object that servers expect. */
function planGraphql(text: string, body: GraphqlBody, problems: BodyProblem[]): RequestPlan['body'] {
  const { query, variables, values: parsed, operation, file, fragments = [] } = body;
  const document = [query, ...fragments].map(({ start, end }) => text.slice(start, end)).join('\n');
  const values =
    variables &&
    (parsed?.isRelaxed === false ? textIn(text, variables) : toStrictJson(textIn(text, variables)).trimEnd());
  if (variables && parsed?.problems.length !== 0) {
    const reason = 'The variables of the query are not valid JSON.';
    problems.push({ reason, offset: variables.start, allowsSending: false });
  }
  const behind = [...(values === undefined ? [] : [',"variables":', ...segmentsOf(values)]), '}'];
  if (file !== undefined) {
    const { path, fillsVariables, encoding } = file;
    const own = fragments.map(({ start, end }) => `${text.slice(start, end)}\n`).join('');
    return {
      kind: 'pieces',
      form: 'json',
      pieces: [
        { kind: 'text', segments: ['{"query":"', ...inJsonString(own)] },
        { kind: 'file', path: path.text, fillsVariables, ...(encoding !== undefined && { encoding }), isGraphql: true },
        { kind: 'text', segments: behind },
      ],
    };
  }
  const segments: Segment[] = [
    '{"query":"',
    ...inJsonString(document),
    `"${operation === undefined ? '' : `,"operationName":${JSON.stringify(operation.text)}`}`,
    ...behind,
  ];
  return { kind: 'text', form: 'json', segments };
}

/** Returns a text and its variables as a part of a JSON string. */
function inJsonString(text: string): readonly Segment[] {
  return segmentsOf(text).map((segment) =>
    typeof segment === 'string' ? JSON.stringify(segment).slice(1, -1) : { ...segment, isInString: true },
  );
}
