import type { Binding } from '@rulebook/checker/binding/model';
import { neutralHeaderName, vendorHeaderName, vendorMediaType } from '@rulebook/checker/binding/vendor-name';
import type { Service } from '@rulebook/catalogue/service';
import type { Block, Token } from '@rulebook/request-file/syntax/model';
import type { Span } from '@rulebook/text/span';
import { inCode } from '@rulebook/catalogue/markdown/foreign-markdown';
import { commonHeaders } from './common-headers';
import { valueShapesOf } from '../cursor/element';
import { offerOfField, offersOfText, type Offer } from './offer';
import type { CookieCursor } from '../cursor/cookie-cursor';
import type { CursorOf } from '../cursor/cursor-at';

/** Offers the query parameters of the operation that the request does not have yet. */
export function completeQueryName(cursor: CursorOf<'query-name'>, binding: Binding | undefined): readonly Offer[] {
  const { operation, service, request } = binding ?? {};
  if (!operation) return [];
  const given = namesNextTo(cursor, request?.target.query);
  const own = operation.parameters.query.map((field) => ({ field, rank: 0 }));
  const common = (service?.commonQuery ?? []).map((field) => ({ field, rank: 1 }));
  return [...own, ...common]
    .filter(({ field }) => !given.includes(field.name))
    .map(({ field, rank }) => {
      const { name } = field;
      const offer: Offer = {
        label: name,
        kind: 'parameter',
        reference: { of: 'query', operation: operation.id, name },
        span: cursor.span,
        rank: field.deprecated === undefined ? rank : 2,
      };
      return offerOfField(field, offer, cursor.hasValue ? undefined : '=');
    });
}

/** Offers the known values of a query parameter, its default first; of a list with commas, those of the item at the offset. */
export function completeQueryValue(
  cursor: CursorOf<'query-value'>,
  binding: Binding | undefined,
  text: string,
  offset: number,
): readonly Offer[] {
  const { operation, service } = binding ?? {};
  const known = [...(operation?.parameters.query ?? []), ...(service?.commonQuery ?? [])];
  const field = known.find(({ name }) => name === cursor.name);
  if (!operation || !field) return [];
  const reference = { of: 'query', operation: operation.id, name: field.name } as const;
  const isList = valueShapesOf(field).some(({ type }) => type === 'array') && field.isRepeatable !== true;
  if (!isList) return offersOfText(field, reference, cursor.span);
  const { span, others } = itemAt(text, cursor.span, offset);
  return offersOfText(field, reference, span).filter(({ label }) => !others.includes(label));
}

/** Returns the item of a list that an offset is in, and the other ones. */
function itemAt(
  text: string,
  { start, end }: Span,
  offset: number,
): { readonly span: Span; readonly others: readonly string[] } {
  const from = start + text.slice(start, offset).lastIndexOf(',') + 1;
  const comma = text.slice(offset, end).indexOf(',');
  const to = comma < 0 ? end : offset + comma;
  return { span: { start: from, end: to }, others: [text.slice(start, from), text.slice(to, end)].join('').split(',') };
}

/** Offers the header fields of the service that the request does not have yet, under the vendor's names. */
export function completeHeaderName(
  { span, hasColon }: CursorOf<'header-name'>,
  block: Block,
  binding: Binding | undefined,
  services: readonly Service[],
): readonly Offer[] {
  const written = [...namesNextTo({ span }, block.request?.headers), ...namesBelow(block.text, span.end)];
  const behind = hasColon ? undefined : ': ';
  const offers: Offer[] = [];
  for (const { field, reference, names } of headersOf(binding, services)) {
    const label = vendorHeaderName(field.name, binding?.vendor, names);
    const isGiven = written.some((name) => isSameName(field.name, neutralHeaderName(name, names)));
    if (isGiven || offers.some((offer) => offer.label === label)) continue;
    const rank = field.absent === undefined && field.required !== true ? 1 : 0;
    offers.push(offerOfField(field, { label, kind: 'header', reference, span, rank }, behind));
  }
  offers.push(...cookieField(span, behind, written, binding));
  // A description rarely names the header fields that all services know.
  if (services.some(listsAllHeaders)) return offers;
  const common = commonHeaders
    .filter(({ name }) => ![...written, ...offers.map(({ label }) => label)].some((one) => isSameName(one, name)))
    .map(({ name, summary, values }): Offer => ({
      label: name,
      kind: 'header',
      reference: { of: 'text', text: `**\`${name}\`** · header field of HTTP\n\n${summary}` },
      span,
      newText: name + (behind ?? ''),
      detail: summary,
      rank: offers.length === 0 ? 0 : 2,
      triggersNext: behind !== undefined && values !== undefined,
    }));
  return [...offers, ...common];
}

/** Offers the field of the cookies that the operation names; of those that it requires, with their names. */
function cookieField(
  span: Span,
  behind: string | undefined,
  written: readonly string[],
  binding: Binding | undefined,
): readonly Offer[] {
  const fields = binding?.operation?.parameters.cookie ?? [];
  const credentials = credentialCookies(binding);
  if (fields.length + credentials.length === 0 || written.some((name) => isSameName(name, 'Cookie'))) return [];
  const required = fields.filter((field) => field.required === true && field.deprecated === undefined);
  const names = [...(required.length > 0 ? required : fields).map(({ name }) => name), ...credentials];
  return [
    {
      label: 'Cookie',
      kind: 'header',
      reference: {
        of: 'text',
        text: `**\`Cookie\`** · header field of HTTP\n\n${names.map((name) => `- ${inCode(name)}`).join('\n')}`,
      },
      span,
      newText: `Cookie${behind ?? ''}`,
      detail: names.join(', '),
      rank: required.length > 0 ? 0 : 1,
      triggersNext: behind !== undefined,
    },
  ];
}

/** Returns the names of the parts of a request next to the one at the cursor. */
export function namesNextTo(
  { span }: { readonly span: Span },
  parts: readonly { readonly name: Token }[] = [],
): readonly string[] {
  return parts.filter(({ name }) => name.span.start !== span.start).map(({ name }) => name.text);
}

/** Returns the header fields of the services, and those of the operation alone. */
function headersOf(binding: Binding | undefined, services: readonly Service[]) {
  const { operation, service } = binding ?? {};
  const common = services.flatMap(({ id, headers, vendorNames: names }) =>
    headers.map((field) => ({ field, reference: { of: 'header', service: id, name: field.name } as const, names })),
  );
  const own = (operation?.parameters.header ?? []).map((field) => {
    const reference = {
      of: 'header',
      service: operation?.service,
      operation: operation?.id,
      name: field.name,
    } as const;
    return { field, reference, names: service?.vendorNames };
  });
  return [...common, ...own];
}

/** Offers the cookies that the operation names and the field does not have, and the known values of one. */
export function completeCookie(
  { slot, span, name: written, hasValue, others }: CookieCursor,
  binding: Binding | undefined,
): readonly Offer[] {
  const { operation } = binding ?? {};
  const fields = operation?.parameters.cookie ?? [];
  if (operation === undefined) return [];
  const credentials = credentialCookies(binding).filter((name) => !others.includes(name));
  if (slot === 'value') {
    const field = fields.find(({ name }) => name === written);
    return field === undefined
      ? []
      : offersOfText(field, { of: 'cookie', operation: operation.id, name: written }, span);
  }
  const named = fields
    .filter(({ name }) => !others.includes(name))
    .map((field) => {
      const { name } = field;
      const rank = field.deprecated !== undefined ? 2 : field.required === true ? 0 : 1;
      const reference = { of: 'cookie', operation: operation.id, name } as const;
      return offerOfField(field, { label: name, kind: 'parameter', reference, span, rank }, hasValue ? undefined : '=');
    });
  return [
    ...named,
    ...credentials.map((name): Offer => ({
      ...{ label: name, kind: 'parameter', span, rank: 1, detail: 'the credential' },
      reference: { of: 'text', text: `**${inCode(name)}** · cookie\n\nThe credential of the request.` },
      // A private value belongs into a variable.
      newText: hasValue ? name : `${name}={{${name.replace(/[^\w-]/g, '_')}}}`,
    })),
  ];
}

/** Returns the cookies by which the operation knows its caller, and that are no parameters. */
function credentialCookies({ operation, service }: Partial<Binding> = {}): readonly string[] {
  const { credentials: accepted, parameters } = operation ?? {};
  return (service?.credentials ?? []).flatMap(({ name, kind, field }) =>
    kind === 'cookie' &&
    field !== undefined &&
    accepted?.includes(name) === true &&
    parameters?.cookie?.some((one) => one.name === field) !== true
      ? [field]
      : [],
  );
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Offers the known values of a header field, among them the scheme of a credential with a variable for its secret part. */
export function completeHeaderValue(
  { span, name: written }: CursorOf<'header-value'>,
  binding: Binding | undefined,
  services: readonly Service[],
): readonly Offer[] {
  const offers = new Map<string, Offer>();
  for (const { field, reference, names } of headersOf(binding, services)) {
    if (!isSameName(field.name, neutralHeaderName(written, names))) continue;
    for (const offer of offersOfText(field, reference, span)) {
      const label = vendorMediaType(offer.label, binding?.vendor, names);
      if (!offers.has(label)) offers.set(label, { ...offer, label });
    }
  }
  if (offers.size > 0 || services.some(listsAllHeaders)) return [...offers.values()];
  const described = typesFor(written, binding).map((type): Offer => {
    return { label: type, kind: 'value', reference: { of: 'text', text: `\`${type}\`` }, span, rank: 0 };
  });
  if (described.length > 0) return described;
  const values = commonHeaders.find(({ name }) => isSameName(name, written))?.values ?? [];
  return values.map((value) => {
    return { label: value, kind: 'value', reference: { of: 'text', text: `\`${value}\`` }, span, rank: 0 };
  });
}

/** Returns the media types that the operation takes or gives. */
function typesFor(header: string, binding: Binding | undefined): readonly string[] {
  const { body, responses = [] } = binding?.operation ?? {};
  if (isSameName(header, 'Accept')) return [...new Set(responses.flatMap(({ mediaTypes = [] }) => mediaTypes))];
  if (!isSameName(header, 'Content-Type') || body === undefined) return [];
  const types = [...(body.mediaTypes ?? []), ...(body.forms ?? []).map(({ mediaType }) => mediaType)];
  return [...new Set(types)].map((type) => (type === 'multipart/form-data' ? `${type}; boundary=boundary` : type));
}

/** A document names all header fields, a description those that nothing else says. */
function listsAllHeaders({ headers }: Service): boolean {
  return headers.some(({ provenance }) => provenance.kind !== 'described');
}

/** The names on the next lines. While a field is typed on a line between others, that blank line hides the fields below. */
function namesBelow(text: string, offset: number): readonly string[] {
  const names: string[] = [];
  for (const line of text.slice(offset).split(/\r?\n/).slice(1)) {
    const name = /^\s*([\w-]+)\s*:/.exec(line)?.[1];
    if (name === undefined) break;
    names.push(name);
  }
  return names;
}
