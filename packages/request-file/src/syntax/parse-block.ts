import type { Span } from '@rulebook/text/span';
import { isBlank, isComment } from './block-lines';
import { isChannel } from './channel';
import type {
  Block,
  BodyAssociation,
  HeaderField,
  HeadVariable,
  OtherRequest,
  RequestSyntax,
  RequestTarget,
  ResponseSyntax,
  Token,
} from './model';
import { constructNamed } from './constructs';
import { otherProtocolOf } from './other-tools/other-tools';
import { readOtherParts } from './other-tools/other-parts';
import { isNop } from './other-tools/shared-block';
import { parseResponseBlock, parseBodyBlock } from './bodies/parse-body-block';
import { isFormType, unjoinedFormLine, unjoinedLines } from './bodies/form-body';
import { originFault } from './origin-fault';
import { parseDefinition, parseSuppressions } from './parse-comment';
import { readHeaders, readRequestLine, type RequestLine } from './parse-head';
import { readUsualHead } from './usual-head';
import { readCurlCommand } from './curl/read-curl-command';
import { readBody } from './bodies/parse-request-body';
import type { FormerJson } from '@rulebook/json/former-json';
import { largeBody } from './bodies/parse-body';
import { placeholdersOf } from './placeholders';
import { changeBetween } from '@rulebook/text/changed-text';
import { parseTarget, titleOn, token, trimmed } from './parse-target';
import {
  constructOn,
  currentLine,
  readComment,
  readConstruct,
  startReading,
  startsWithBracket,
  statusOfResponseLine,
  visibleSpan,
  type Reading,
} from './reading';

/**
 * Parses a block. Never fails: what cannot be read becomes a problem, and parsing continues behind it. `takesLines` returns whether a path
 * takes newline-delimited JSON, which only the catalogue knows. Large bodies share what they can with those of `formerBlock`, the block before
 * an edit.
 */
export function parseBlock(
  text: string,
  association?: BodyAssociation,
  takesLines?: (path: string) => boolean,
  formerBlock?: Block,
): Block {
  if (association?.isAnswer)
    return parseResponseBlock(parseBlock(text, undefined, takesLines, formerBlock), association);
  const former = formerBlock && formerJsonOf(formerBlock, text);
  if (association) return parseBodyBlock(text, association, placeholdersOf(text, []), takesLines, former);
  const reading = startReading(text, takesLines, former);
  const { title, otherRequest, request, response } = readBlock(reading);
  const { imports, runs, prompts, scripts, outputs, earlier } = readOtherParts(
    text,
    reading.unsupported,
    reading.directives,
  );
  // Every block has the same members in one order, and absent ones are undefined: what reads objects of one form is several times as fast.
  return {
    text,
    title,
    directives: reading.directives,
    suppressions: parseSuppressions(text),
    variables: reading.variables,
    placeholders: placeholdersOf(text, reading.comments),
    comments: reading.comments,
    request,
    otherRequest,
    response,
    asserts: reading.asserts,
    unsupported: reading.unsupported,
    imports,
    runs,
    prompts,
    scripts,
    outputs,
    earlier,
    problems: reading.problems,
  };
}

/** Reads a block from its first line to its last. */
export function readBlock(reading: Reading): Pick<Block, 'title' | 'otherRequest' | 'request' | 'response'> {
  const usual = readUsualHead(reading);
  if (usual !== undefined) {
    const request = readRequest(reading, usual.line, usual.headers);
    return { title: usual.title, otherRequest: undefined, request, response: readRest(reading, true) };
  }
  const title = readTitle(reading);
  readPreamble(reading);
  const otherRequest = readOtherRequest(reading);
  const line = otherRequest ? undefined : currentLine(reading);
  const request =
    line === undefined || statusOfResponseLine(line) ? undefined : readRequest(reading, readRequestLine(reading, line));
  const response = readRest(reading, request !== undefined);
  return { title, otherRequest, request, response };
}

function formerJsonOf({ request, response, text: former }: Block, text: string): FormerJson {
  const bodies = [request?.body, response?.body].flatMap((body) =>
    body?.kind === 'json' && body.span.end - body.span.start >= largeBody ? [body] : [],
  );
  return { bodies, change: changeBetween(former, text) };
}

const separator = constructNamed('separator').begins;
const curl = constructNamed('curl').begins;

/** Reads the separator; returns the title on it. */
export function readTitle(reading: Reading): Token | undefined {
  const { text, lines } = reading;
  const line = lines.at(0);
  if (!line || !separator.test(line.text)) return undefined;
  reading.at = 1;
  return titleOn(text, line);
}

/** Reads comments, definitions and constructs of other tools, up to the request line. */
export function readPreamble(reading: Reading): void {
  for (let line = currentLine(reading); line !== undefined; line = currentLine(reading)) {
    if (isBlank(line)) reading.at++;
    else if (isComment(line)) {
      readComment(reading, line);
      reading.at++;
    } else {
      const construct = constructOn(line, 'above');
      const definition = construct ? undefined : parseDefinition(reading.text, line);
      if (construct) {
        readConstruct(reading, construct);
        if (construct.kind === 'service-definition') skipImportOptions(reading);
      } else if (definition) {
        reading.variables.push(definition);
        reading.at++;
      } else return;
    }
  }
}

/** Skips the options below the import of a service definition. */
function skipImportOptions(reading: Reading): void {
  for (let line = currentLine(reading); line && /^[a-z]\w*:\s+\S+$/.test(line.text); line = currentLine(reading)) {
    reading.comments.push({ start: line.start, end: line.end });
    reading.at++;
  }
}

/** Reads something other than an HTTP request, with everything that follows in the block. */
function readOtherRequest(reading: Reading): OtherRequest | undefined {
  const line = currentLine(reading);
  const other = line && otherProtocolOf(line.text);
  if (!line || other === undefined) return undefined;
  // Scripts behind a request that is not sent are those of all others.
  if (isNop(line.text)) while (currentLine(reading) && !isAtConstruct(reading)) reading.at++;
  else reading.at = reading.lines.all().length;
  const rest = { start: line.start, end: currentLine(reading)?.start ?? reading.text.length };
  const { isOtherProtocol } = other;
  const span = trimmed(reading.text, rest);
  const command = curl.test(line.text) ? readCurlCommand(reading.text.slice(span.start, span.end)) : undefined;
  const read = command && !('problem' in command) ? command : undefined;
  // The variables of what is not sent need no value.
  if (read === undefined) reading.comments.push(rest);
  return {
    reason: command && 'problem' in command ? `The \`curl\` command is not sent: ${command.problem}.` : other.reason,
    ...(read && { curl: read }),
    ...(isOtherProtocol && { isOtherProtocol }),
    line: token(reading.text, visibleSpan(line)),
    span,
  };
}

function isAtConstruct(reading: Reading): boolean {
  const line = currentLine(reading);
  return line !== undefined && constructOn(line) !== undefined;
}

/** Reads a request whose first line was read, and whose header fields were, if they are given. */
function readRequest(
  reading: Reading,
  { method, pieces, version, span: lineSpan }: RequestLine,
  fields?: readonly HeaderField[],
): RequestSyntax {
  const target = parseTarget(reading.text, pieces);
  if (target.isAmbiguous) {
    const word = target.segments[0]?.text ?? '';
    reading.problems.push({
      code: 'malformed-request-line',
      message: `\`${word}\` may be a host or a part of a path. Write \`http://${word}\` or \`/${word}\`.`,
      span: { start: target.span.start, end: target.span.start + word.length },
      insertions: ['http://', '/'],
    });
  }
  reportOrigin(reading, target);
  const methodText = (method?.text ?? 'GET').toUpperCase();
  const variables: Omit<HeadVariable, 'isLast'>[] = [];
  const headers = fields ?? readHeaders(reading, methodText, variables);
  const following = currentLine(reading);
  const isDirect = following !== undefined && !isBlank(following);
  const hasMessages = isChannel({ method, target });
  const body = readBody(reading, { method: methodText, path: target.path.text, headers, isDirect, hasMessages });
  if (body?.kind === 'text') {
    const type = headers.find(({ name }) => /^content-type$/i.test(name.text))?.value.text;
    if (type === undefined) reportDefinition(reading, body.span);
    else if (!hasMessages && isFormType(type)) {
      for (const span of unjoinedLines(reading.text, body.span))
        reading.problems.push({ code: 'stray-line', message: unjoinedFormLine, span, insertions: ['&'] });
    }
  }
  const lastOfHead = Math.max(headers.at(-1)?.span.end ?? target.span.end, variables.at(-1)?.span.end ?? 0);
  const end = body?.span.end ?? lastOfHead;
  return {
    form: isDirect && body?.kind === 'json' ? 'console' : 'classic',
    method,
    target,
    httpVersion: version,
    headers,
    headVariables:
      variables.length === 0
        ? undefined
        : variables.map((one) => ({ ...one, isLast: body === undefined && one.span.end === lastOfHead })),
    body,
    lineSpan: { start: lineSpan.start, end: Math.max(target.span.end, lineSpan.end) },
    span: { start: lineSpan.start, end: Math.max(end, lineSpan.end) },
  };
}

/** Nothing can be sent to an address that cannot exist. */
function reportOrigin({ text, problems }: Reading, { origin, span: { start, end } }: RequestTarget): void {
  const fault = originFault(text.slice(start, end), origin?.text.length ?? 0);
  if (fault === undefined) return;
  const { reason, span, meant } = fault;
  problems.push({
    code: 'malformed-request-line',
    message: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
    span: { start: start + span.start, end: start + span.end },
    ...(meant !== undefined && { meant }),
  });
}

/** A definition that is where the body is would be sent, and hold as well. */
function reportDefinition({ text, problems }: Reading, { start, end }: Span): void {
  const lineFeed = text.indexOf('\n', start);
  const span = trimmed(text, { start, end: lineFeed < 0 ? end : Math.min(end, lineFeed) });
  if (!constructNamed('definition').begins.test(text.slice(span.start, span.end))) return;
  const message =
    'This definition is where the body is, so it would be sent. Move it above the request line, or write `###` above it.';
  problems.push({ code: 'stray-line', message, span });
}

/** Reads what follows the body: constructs of other tools, and a recorded response. */
function readRest(reading: Reading, isBehindRequest: boolean): ResponseSyntax | undefined {
  let response: ResponseSyntax | undefined;
  let isStrayReported = !isBehindRequest;
  for (let line = currentLine(reading); line !== undefined; line = currentLine(reading)) {
    const status = response ? undefined : statusOfResponseLine(line);
    const construct = status ? undefined : constructOn(line);
    if (construct) {
      readConstruct(reading, construct);
      continue;
    }
    reading.at++;
    if (status) {
      const statusToken = token(reading.text, { start: line.start + status[0], end: line.start + status[1] });
      const headers = readHeaders(reading);
      const isDirect = startsWithBracket(currentLine(reading));
      const body = readBody(reading, { method: '', path: '', headers, isDirect });
      const end = body?.span.end ?? headers[headers.length - 1]?.span.end ?? line.end;
      response = { status: statusToken, headers, ...(body ? { body } : {}), span: { start: line.start, end } };
    } else if (isComment(line)) readComment(reading, line);
    else if (!isBlank(line) && response === undefined) {
      const definition = parseDefinition(reading.text, line);
      if (definition) reading.variables.push(definition);
      else if (!isStrayReported) {
        isStrayReported = true;
        const message =
          'This line does not belong to the request, whose body ends above. Remove the line, or begin a new request with `###`.';
        reading.problems.push({ code: 'stray-line', message, span: visibleSpan(line) });
      }
    }
  }
  return response;
}
