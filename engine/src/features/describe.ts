import type {
  AllowedValue,
  Catalogue,
  Fact,
  Field,
  Operation,
  Provenance,
  Service,
  Shape,
  ValueSet,
} from '../catalogue/model';
import type { FindingProvenance } from '../rules/rule';
import { namedOptionsOf } from '../rules/support/wording';
import { directiveNamed } from './directives';
import { elementAt, valueShapesOf, type Element, type ElementReference } from './element';

/** Longer lists of values are cut, so that a hover stays readable. */
const mostValues = 24;

const roles = {
  path: 'path parameter',
  query: 'query parameter',
  header: 'header field',
  body: '',
  response: 'of the response',
  'response-header': 'header field of the response',
} as const;

/** Returns Markdown about the element that a reference leads to; the same text serves hover and completion. */
export function describe(reference: ElementReference, catalogue: Catalogue): string | undefined {
  if (reference.of === 'text') return reference.text;
  if (reference.of === 'directive') {
    const directive = directiveNamed(reference.name);
    return (
      directive && `**\`# @${directive.name}\`** · directive\n\n${directive.summary}\n\n- Value: ${directive.argument}`
    );
  }
  const element = elementAt(reference, catalogue);
  return element && describeElement(element, catalogue);
}

/** Returns a type in words, for example `string or array of string`. */
export function typeName(shape: Shape): string {
  switch (shape.type) {
    case 'choice':
      return [...new Set(namedOptionsOf(shape).map(typeName))].join(' or ');
    case 'array':
      return shape.items.type === 'any' ? 'array' : `array of ${typeName(shape.items)}`;
    case 'any':
      return 'any value';
    case 'switch':
      return 'object';
    case 'string':
      return shape.format === undefined ? 'string' : `string (${shape.format.replace(/-/g, ' ')})`;
    default:
      return shape.type;
  }
}

/** Returns where a fact stands and how far it can be trusted, as Markdown. */
export function describeProvenance(provenance: FindingProvenance, catalogue: Catalogue): string {
  if (provenance.kind === 'syntax') return 'Form of the request file';
  const place = `${documentTitle(provenance, catalogue)} › ${provenance.section}`;
  if (provenance.kind === 'documented') return `*Documented*: ${place}`;
  return `*Reference* (not in the document): ${provenance.source}; beside ${place}`;
}

function describeElement(element: Element, catalogue: Catalogue): string {
  switch (element.kind) {
    case 'operation':
      return describeOperation(element.operation, element.service, catalogue);
    case 'entry':
      return [
        `**\`${element.name}\`** · ${element.entry.keyName} · ${typeName(element.entry.shape)}`,
        element.entry.summary,
        ...(element.owner === undefined ? [] : [describeProvenance(element.owner.provenance, catalogue)]),
      ].join('\n\n');
    case 'field':
      return describeField(element, catalogue);
  }
}

function describeField(element: Extract<Element, { readonly kind: 'field' }>, catalogue: Catalogue): string {
  const { field, role, value } = element;
  const sets = valueSetsOf(field);
  const listed = value === undefined ? undefined : listedValue(sets, value);
  const title = [`**\`${field.name}\`**`, typeName(field.shape), roles[role], requirement(field)];
  const facts = [
    ...(field.default === undefined ? [] : [`Default: \`${field.default}\``]),
    ...sets.slice(0, 1).map(describeSet),
    ...(field.bare === undefined ? [] : [`Without a value: \`${field.bare}\` *(reference)*`]),
    ...describeUnits(field, catalogue),
    ...lifeOf(field),
    ...(field.absent === undefined ? [] : [`When absent: ${field.absent.message}`]),
  ];
  return [
    title.filter((part) => part !== '').join(' · '),
    ...(listed === undefined ? [] : [describeValue(listed.value, listed.set, catalogue)]),
    field.summary,
    ...(facts.length === 0 ? [] : [facts.map((fact) => `- ${fact}`).join('\n')]),
    describeProvenance(field.provenance, catalogue),
    ...referenceOf(field),
  ].join('\n\n');
}

function describeOperation(operation: Operation, service: Service, catalogue: Catalogue): string {
  const notes = operation.notes.map(({ message, provenance }) =>
    provenance.kind === 'reference' ? `- ${message} *(reference: ${provenance.source})*` : `- ${message}`,
  );
  const responses = operation.responses.map(({ status, summary }) => `- \`${status}\` ${summary}`);
  return [
    `**${operation.title}** · ${service.title}`,
    `\`${operation.methods.join('` or `')}\` \`${operation.path}\``,
    operation.summary,
    ...(lifeOf(operation).length === 0
      ? []
      : [
          lifeOf(operation)
            .map((fact) => `- ${fact}`)
            .join('\n'),
        ]),
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
    ...(responses.length === 0 ? [] : [`Responses:\n\n${responses.join('\n')}`]),
    describeProvenance(operation.provenance, catalogue),
    ...referenceOf(operation),
  ].join('\n\n');
}

function describeValue(value: AllowedValue, set: ValueSet, catalogue: Catalogue): string {
  const own = value.provenance ?? set.provenance;
  const life = value.since === undefined ? '' : ` Since ${value.since}.`;
  const label = own.kind === 'reference' ? ` ${describeProvenance(own, catalogue)}` : '';
  return `\`${JSON.stringify(value.value)}\`: ${value.summary ?? `a listed ${set.noun ?? 'value'}.`}${life}${label}`;
}

function describeSet(set: ValueSet): string {
  const shown = set.values.slice(0, mostValues).map(({ value }) => `\`${String(value)}\``);
  const more = set.values.length - shown.length;
  const rest = more > 0 ? `, and ${more} more` : '';
  const layer = set.provenance.kind === 'reference' ? ` *(reference: ${set.provenance.source})*` : '';
  return `${set.closed ? 'Allowed values' : 'Known values'}: ${shown.join(', ')}${rest}${layer}`;
}

/** The units of time values and byte sizes are the same in the whole service. */
function describeUnits(field: Field, catalogue: Catalogue): readonly string[] {
  const service = catalogue.services.find(({ id }) => id === field.provenance.document);
  const formats = valueShapesOf(field).flatMap((shape) => (shape.type === 'string' ? [shape.format] : []));
  const { timeUnits, byteUnits } = service ?? {};
  const known = formats.includes('time-value')
    ? timeUnits && { provenance: timeUnits.provenance, names: timeUnits.units.map(({ name }) => name) }
    : formats.includes('byte-size')
      ? byteUnits && { provenance: byteUnits.provenance, names: byteUnits.units }
      : undefined;
  if (known === undefined) return [];
  const layer = known.provenance.kind === 'reference' ? ` *(reference: ${known.provenance.source})*` : '';
  return [`Units: ${known.names.map((name) => `\`${name}\``).join(', ')}${layer}`];
}

function lifeOf(fact: Fact): readonly string[] {
  return [
    ...(fact.since === undefined ? [] : [`Since ${fact.since}`]),
    ...(fact.deprecated === undefined ? [] : [`**Deprecated**: ${fact.deprecated}`]),
  ];
}

function referenceOf({ reference }: Fact): readonly string[] {
  return reference === undefined
    ? []
    : [`*Reference* (not in the document): ${reference.text} Source: ${reference.source}`];
}

function requirement({ required }: Field): string {
  if (required === true) return '**required**';
  if (typeof required !== 'object') return 'optional';
  return required.provenance.kind === 'reference' ? 'required by servers *(reference)*' : '**required**';
}

function valueSetsOf(field: Field): readonly ValueSet[] {
  return valueShapesOf(field).flatMap((shape) =>
    'values' in shape && shape.values !== undefined ? [shape.values] : [],
  );
}

function listedValue(
  sets: readonly ValueSet[],
  wanted: string | number,
): { value: AllowedValue; set: ValueSet } | undefined {
  for (const set of sets) {
    const value = set.values.find((candidate) => candidate.value === wanted);
    if (value !== undefined) return { value, set };
  }
  return undefined;
}

function documentTitle(provenance: Provenance, catalogue: Catalogue): string {
  const document = catalogue.documents.find(({ id }) => id === provenance.document);
  // The long titles list the document's topics behind a colon.
  return document?.title.split(':')[0] ?? provenance.document;
}

/** Returns the type and requirement of a field in few words, for a completion list. */
export function briefOf(field: Field): string {
  const required = field.required === true || typeof field.required === 'object' ? ' · required' : '';
  return `${typeName(field.shape)}${required}`;
}
