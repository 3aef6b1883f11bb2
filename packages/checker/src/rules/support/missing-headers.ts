import type { Binding } from '../../binding/model';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Field } from '@rulebook/catalogue/shape';
import { holdsVariable } from '@rulebook/request-file/syntax/parse-target';
import { editDistance } from '@rulebook/text/edit-distance';
import { lineEndOf } from '@rulebook/text/lines';
import { perObject } from '@rulebook/text/structures/memo';
import type { Reporter } from '../rule';
import { isCredentialField } from './authorization';
import { hasRequestLine } from './bound-values';
import { headerMeantBy } from './well-known-names';
import type { HeaderField, RequestSyntax } from '@rulebook/request-file/syntax/model';
import { readSendingDirectives } from '@rulebook/request-file/syntax/sending-directives';
import type { Service } from '@rulebook/catalogue/service';
import { span } from '@rulebook/text/span';
import type { TextEdit } from '@rulebook/text/edit';
import { cookiesIn, isCookieField } from '../../binding/bind-cookies';
import { changeTo } from './change-to';
import { missingReport } from './missing-part';
import { code } from './wording';

/** Fields that whoever sends a request adds, or that a connection or the cookies of a run bring. */
const addedBySenders =
  /^(?:accept(?:-encoding)?|authorization|connection|content-(?:length|type)|cookie|host|transfer-encoding|user-agent)$/i;

/** Returns the parameters that each request of an operation must have; few operations have any. */
export const requiredParameters = perObject(({ parameters: { query, header = [], cookie = [] } }: Operation) => ({
  query: query.filter(isRequired),
  header: header.filter(isRequired),
  cookie: cookie.filter(isRequired),
}));

/** Returns whether there is a parameter that each request of an operation must have. */
export function needsParameters(operation: Operation): boolean {
  const { query, header, cookie } = requiredParameters(operation);
  return query.length + header.length + cookie.length > 0;
}

function isRequired({ required, deprecated }: Field): boolean {
  return required === true && deprecated === undefined;
}

/** Reports the header fields that the description of the operation requires and that neither the request nor its endpoint has. */
export function reportRequiredHeaders(binding: Binding, report: Reporter): void {
  const { operation, request, block, headers } = binding;
  const required = operation && requiredParameters(operation).header;
  if (required === undefined || required.length === 0 || operation?.isOutline === true || !hasRequestLine(binding))
    return;
  // A variable or a script may add any field.
  if (request.headVariables !== undefined || block.scripts.length > 0 || block.unsupported.length > 0) return;
  if (block.isSent !== true && request.headers.some(({ name }) => holdsVariable(name.text))) return;
  for (const field of required) {
    if (isSupplied(field, binding)) continue;
    if (headers.some((header) => header.field.name.toLowerCase() === field.name.toLowerCase())) continue;
    const misspelt = binding.unknownHeaders.find(({ name }) => isMisspelt(name.text, field.name))?.name;
    const { end } = request.headers.at(-1)?.span ?? request.lineSpan;
    if (misspelt !== undefined) {
      report({
        message: `${code(misspelt.text)} is not a known header field; did you mean ${code(field.name)}?`,
        span: misspelt.span,
        provenance: field.provenance,
        fixes: () => changeTo(field.name, misspelt.span),
      });
      continue;
    }
    const lineEnd = lineEndOf(block.text);
    report({
      ...missingReport({
        subject: 'The request',
        kind: 'header field',
        name: field.name,
        add: (names) => [{ span: { start: end, end }, newText: names.map((name) => `${lineEnd}${name}: `).join('') }],
      }),
      span: request.target.path.span,
      provenance: field.provenance,
    });
  }
}

/**
 * Reports the cookies that the description of the operation requires and that the request does not have. One that an earlier response may have set is
 * sent without being written: where the service has something to log in with, or says that it sets cookies, only requests without a cookie jar are judged.
 */
export function reportRequiredCookies(binding: Binding, report: Reporter): void {
  const { operation, request, block, cookies, service } = binding;
  const required = operation && requiredParameters(operation).cookie;
  if (required === undefined || required.length === 0 || operation?.isOutline === true || !hasRequestLine(binding))
    return;
  if (request.headVariables !== undefined || block.scripts.length > 0 || block.unsupported.length > 0) return;
  const fields = request.headers.filter(isCookieField);
  const isWhole = block.isSent === true;
  if (!isWhole && request.headers.some(({ name }) => holdsVariable(name.text))) return;
  // A variable alone may be all cookies.
  const isOpen = (header: HeaderField) =>
    cookiesIn(header.value.text, span(0, header.value.text.length)).some(({ name }) => holdsVariable(name));
  if (!isWhole && fields.some(isOpen)) return;
  const isJarless = isWhole || readSendingDirectives(block).keepsNoCookies === true;
  if (!isJarless && service !== undefined && setsCookies(service)) return;
  const own = fields.findLast(({ sharedBy }) => sharedBy === undefined);
  for (const field of required) {
    if (cookies.some((cookie) => cookie.field.name === field.name) || isCredential(field, binding)) continue;
    report({
      ...missingReport({
        subject: 'The request',
        kind: 'cookie',
        name: field.name,
        add: (names) => [addedCookies(names, block.text, request, own)],
      }),
      span: request.target.path.span,
      provenance: field.provenance,
    });
  }
}

function addedCookies(
  names: readonly string[],
  text: string,
  { headers, lineSpan }: RequestSyntax,
  own: HeaderField | undefined,
): TextEdit {
  const added = names.map((name) => `${name}=`).join('; ');
  if (own === undefined) {
    const { end } = headers.findLast(({ sharedBy }) => sharedBy === undefined)?.span ?? lineSpan;
    return { span: span(end, end), newText: `${lineEndOf(text)}Cookie: ${added}` };
  }
  const { text: value, span: place } = own.value;
  const isOver = /^\s*$|;\s*$/.test(value);
  const lead = value === '' ? (text[place.start - 1] === ' ' ? '' : ' ') : isOver ? ' ' : '; ';
  return { span: span(place.end, place.end), newText: lead + added };
}

/** A missing credential is not a matter of the operation. */
function isCredential({ name }: Field, { service }: Binding): boolean {
  return service?.credentials?.some(({ kind, field }) => kind === 'cookie' && field === name) === true;
}

/** Returns whether a response of a service may set a cookie: it says so, or one can log in. */
const setsCookies = perObject(({ operations }: Service): boolean =>
  operations.some(
    ({ id, path, responses }) =>
      /log[-_]?in|sign[-_]?in|session|\bauth|token|oauth|csrf/i.test(`${id} ${path}`) ||
      responses.some(({ headers = [] }) => headers.some(({ name }) => /^set-cookie$/i.test(name))),
  ),
);

/** Returns whether the field is added when the request is sent: a credential, or a part of every request. */
function isSupplied(field: Field, { endpoint, service }: Binding): boolean {
  const name = field.name.toLowerCase();
  if (addedBySenders.test(name) || isCredentialField(field) || endpoint?.authentication?.field?.toLowerCase() === name)
    return true;
  // A missing credential is not a matter of the operation.
  return service?.headers.some((one) => one.name.toLowerCase() === name) === true;
}

/** What is nearly a field of HTTP itself is reported as that. */
function isMisspelt(written: string, meant: string): boolean {
  if (headerMeantBy(written) !== undefined || meant.length < 5) return false;
  return editDistance(written.toLowerCase(), meant.toLowerCase(), 1) === 1;
}
