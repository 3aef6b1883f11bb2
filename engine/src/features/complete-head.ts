import type { Binding } from '../binding/model';
import { neutralHeaderName, vendorHeaderName, vendorMediaType } from '../binding/vendor-name';
import type { VendorNames } from '../catalogue/identity';
import type { Field } from '../catalogue/shape';
import type { Service } from '../catalogue/service';
import type { Block } from '../syntax/model';
import { commonHeaders } from './common-headers';
import { briefOf, firstSentenceOf } from './describe';
import { allowedValuesOf, valueShapesOf, type ElementReference } from './element';
import type { Offer } from './offer';
import type { CursorOf } from './cursor-at';

/** Offers the query parameters of the operation that the request does not have yet. */
export function completeQueryName(cursor: CursorOf<'query-name'>, binding: Binding | undefined): readonly Offer[] {
  const { operation, service } = binding ?? {};
  if (!operation) return [];
  const given = binding?.request.target.query
    .filter(({ name }) => name.span.start !== cursor.span.start)
    .map(({ name }) => name.text);
  const own = operation.parameters.query.map((field) => ({ field, rank: 0 }));
  const common = (service?.commonQuery ?? []).map((field) => ({ field, rank: 1 }));
  return [...own, ...common]
    .filter(({ field }) => given?.includes(field.name) !== true)
    .map(({ field, rank }) => ({
      label: field.name,
      kind: 'parameter',
      reference: { of: 'query', operation: operation.id, name: field.name },
      span: cursor.span,
      newText: cursor.hasValue ? field.name : `${field.name}=`,
      detail: briefOf(field),
      rank: field.deprecated === undefined ? rank : 2,
      isDeprecated: field.deprecated !== undefined,
      triggersNext: !cursor.hasValue,
    }));
}

/** Offers the known values of a query parameter, its default first. */
export function completeQueryValue(cursor: CursorOf<'query-value'>, binding: Binding | undefined): readonly Offer[] {
  const { operation, service } = binding ?? {};
  const known = [...(operation?.parameters.query ?? []), ...(service?.commonQuery ?? [])];
  const field = known.find(({ name }) => name === cursor.name);
  if (!operation || !field) return [];
  const reference = { of: 'query', operation: operation.id, name: field.name } as const;
  return textOffers(field).map(({ text, detail, rank }) => ({
    label: text,
    kind: 'value',
    reference: { ...reference, value: text },
    span: cursor.span,
    newText: text,
    detail,
    rank,
  }));
}

/** Offers the header fields of the service that the request does not have yet, under the vendor's names. */
export function completeHeaderName(
  cursor: CursorOf<'header-name'>,
  block: Block,
  binding: Binding | undefined,
  services: readonly Service[],
): readonly Offer[] {
  const above = (block.request?.headers ?? [])
    .filter(({ name }) => name.span.start !== cursor.span.start)
    .map(({ name }) => name.text);
  const written = [...above, ...namesBelow(block.text, cursor.span.end)];
  const offers: Offer[] = [];
  for (const { field, service, operation, names } of headersOf(binding, services)) {
    const name = vendorHeaderName(field.name, binding?.vendor, names);
    const isGiven = written.some((other) => isNameOf(field, other, names));
    if (isGiven || offers.some(({ label }) => label === name)) continue;
    offers.push({
      label: name,
      kind: 'header',
      reference: { of: 'header', service, ...(operation !== undefined && { operation }), name: field.name },
      span: cursor.span,
      newText: cursor.hasColon ? name : `${name}: `,
      detail: briefOf(field),
      rank: field.absent === undefined && field.required !== true ? 1 : 0,
      isDeprecated: field.deprecated !== undefined,
      triggersNext: !cursor.hasColon,
    });
  }
  // A description rarely names the header fields that all services know.
  if (services.some(listsAllHeaders)) return offers;
  const given = written.map((name) => name.toLowerCase());
  const common = commonHeaders
    .filter(({ name }) => !given.includes(name.toLowerCase()) && !offers.some(({ label }) => label === name))
    .map(({ name, summary, values }): Offer => ({
      label: name,
      kind: 'header',
      reference: { of: 'text', text: `**\`${name}\`** · header field of HTTP\n\n${summary}` },
      span: cursor.span,
      newText: cursor.hasColon ? name : `${name}: `,
      detail: summary,
      rank: offers.length === 0 ? 0 : 2,
      triggersNext: !cursor.hasColon && values !== undefined,
    }));
  return [...offers, ...common];
}

/** Returns the header fields of the services, and those of the operation alone. */
function headersOf(binding: Binding | undefined, services: readonly Service[]) {
  const { operation } = binding ?? {};
  const own = (operation?.parameters.header ?? []).map((field) => {
    return { field, service: operation?.service ?? '', operation: operation?.id, names: binding?.service?.vendorNames };
  });
  const common = services.flatMap(({ id, headers, vendorNames }) =>
    headers.map((field) => ({ field, service: id, operation: undefined, names: vendorNames })),
  );
  return [...common, ...own];
}

/** Returns whether the field has this name, in any spelling and of any vendor. */
function isNameOf(field: Field, name: string, names: VendorNames | undefined): boolean {
  return field.name.toLowerCase() === neutralHeaderName(name, names).toLowerCase();
}

/** Offers the known values of a header field, among them the scheme of a credential with a variable for its secret part. */
export function completeHeaderValue(
  cursor: CursorOf<'header-value'>,
  binding: Binding | undefined,
  services: readonly Service[],
): readonly Offer[] {
  const offers: Offer[] = [];
  for (const { field, service, operation, names } of headersOf(binding, services)) {
    if (!isNameOf(field, cursor.name, names)) continue;
    for (const { text, detail, rank } of textOffers(field)) {
      const value = vendorMediaType(text, binding?.vendor, names);
      if (offers.some(({ label }) => label === value)) continue;
      const at = { service, ...(operation !== undefined && { operation }) };
      const reference: ElementReference = { of: 'header', ...at, name: field.name, value: text };
      offers.push({ label: value, kind: 'value', reference, span: cursor.span, newText: value, detail, rank });
    }
  }
  if (offers.length > 0 || services.some(listsAllHeaders)) return offers;
  return commonValues(cursor);
}

/** A document names all header fields, a description those that nothing else says. */
function listsAllHeaders({ headers }: Service): boolean {
  return headers.some(({ provenance }) => provenance.kind !== 'described');
}

function commonValues({ name: written, span }: CursorOf<'header-value'>): readonly Offer[] {
  const wanted = written.toLowerCase();
  const values = commonHeaders.find(({ name }) => name.toLowerCase() === wanted)?.values ?? [];
  return values.map((value) => ({
    label: value,
    kind: 'value',
    reference: { of: 'text', text: `\`${value}\`` },
    span,
    newText: value,
    rank: 0,
  }));
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

/** Returns the values of an element whose text has no quotes, its default first. */
export function textOffers(
  field: Field,
): readonly { readonly text: string; readonly detail: string; readonly rank: number }[] {
  const shapes = valueShapesOf(field);
  const listed = allowedValuesOf(shapes).map(({ value, summary }) => ({
    text: String(value),
    detail: firstSentenceOf(summary ?? '', field.provenance),
  }));
  const flags = shapes.some(({ type }) => type === 'boolean') ? ['true', 'false'] : [];
  const all = [...listed, ...flags.map((text) => ({ text, detail: '' }))];
  const examples = (field.shape.type === 'array' && itemTexts(field.example)) || [field.example];
  for (const extra of [field.default, ...examples]) {
    const text = extra?.replace(/^"|"$/g, '');
    if (text !== undefined && !all.some((known) => known.text === text)) all.push({ text, detail: 'example' });
  }
  const standard = field.default?.replace(/^"|"$/g, '');
  return all.map(({ text, detail }) => ({
    text,
    detail: text === standard ? 'default' : detail,
    rank: text === standard ? 0 : 1,
  }));
}

/** Returns the items of a list in JSON, which are written one by one; undefined for anything else. */
function itemTexts(json: string | undefined): readonly string[] | undefined {
  if (json?.startsWith('[') !== true) return undefined;
  try {
    const items = JSON.parse(json) as readonly unknown[];
    return items.some((item) => typeof item === 'object') ? undefined : items.map(String);
  } catch {
    return undefined;
  }
}
