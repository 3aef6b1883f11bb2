import type { Binding } from '@rulebook/checker/binding/model';
import type { AllowedValue, ValueSet } from '@rulebook/catalogue/values';
import type { Catalogue, Service } from '@rulebook/catalogue/service';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { DocumentedSource, Fact, Provenance, ReferenceSource } from '@rulebook/catalogue/facts';
import { provenanceFor } from '@rulebook/checker/binding/source-for';
import { placeInSource, serviceOfSource } from '@rulebook/catalogue/source-names';
import type { Field, Shape, TextFormat } from '@rulebook/catalogue/shape';
import type { Operation } from '@rulebook/catalogue/operation';
import { pairsOfText } from '@rulebook/catalogue/written-parameter';
import type { FindingProvenance } from '@rulebook/checker/rules/rule';
import { count } from '@rulebook/text/count';
import { namedOptionsOf } from '@rulebook/checker/rules/support/wording';
import { textFormatNamed, type TextFormatName } from '@rulebook/text/text-formats';
import { describeNeeds, describeNoNeeds } from './describe-needs';
import { credentialsIn, describeExample, describeResponses, layerOf, lifeOf } from './describe-facts';
import { describeLoss } from '@rulebook/catalogue/markdown/describe-loss';
import { directiveNamed } from '../directives';
import {
  elementAt,
  isRequired,
  valueShapesOf,
  type Element,
  type ElementReference,
  type FieldRole,
} from '../cursor/element';
import {
  escapedMarkdown,
  inCode,
  lineOf,
  isForeign,
  linkedDescription,
  linkTo,
  markdownOf,
  plainLine,
  titleOf,
} from '@rulebook/catalogue/markdown/foreign-markdown';

/** Longer lists of values are cut, so that a hover stays readable. */
const maxValues = 24;

/** Descriptions can have any number of notes. */
const maxNotes = 8;

/** Sets up to this size are shown with the meaning of each value. */
const maxExplained = 8;

const roles = {
  path: 'path parameter',
  query: 'query parameter',
  header: 'header field',
  cookie: 'cookie',
  form: 'form field',
  body: '',
  response: 'response field',
  'response-header': 'response header field',
} as const;

const formats: Readonly<Record<Exclude<TextFormat, TextFormatName>, string>> = {
  'time-value': 'time value',
  'byte-size': 'byte size',
  url: 'URL',
  date: 'date',
  'json-text': 'JSON',
  credentials: 'credentials',
};

/** Returns Markdown about the element that a reference leads to. Hover and completion show the same text. */
export function describeReference(
  reference: ElementReference,
  catalogue: Catalogue,
  binding?: Binding,
): string | undefined {
  if (reference.of === 'text') return reference.text;
  if (reference.of === 'directive') {
    const directive = directiveNamed(reference.name);
    return (
      directive && `**\`# @${directive.name}\`** · directive\n\n${directive.summary}\n\n- Value: ${directive.argument}`
    );
  }
  const element = elementAt(reference, catalogue);
  return element && describeElement(element, catalogue, binding);
}

/** Returns the Markdown of a completion's `key`, or undefined for one that the catalogue does not know. */
export function describeCompletion(key: string, catalogue: Catalogue): string | undefined {
  try {
    return describeReference(JSON.parse(key) as ElementReference, catalogue);
  } catch {
    // The key came back from an editor, which may send anything.
    return undefined;
  }
}

/** Returns a type in words, for example `string or array of string`. */
export function typeName(shape: Shape): string {
  switch (shape.type) {
    case 'choice':
      return [...new Set(namedOptionsOf(shape).map(typeName))].join(' or ');
    case 'array':
      return shape.items.type === 'any' ? 'array' : `array of ${pluralName(shape.items)}`;
    case 'any':
      return 'any value';
    case 'switch':
      return 'object';
    case 'string':
      return shape.format === undefined ? 'string' : `string (${formatName(shape.format)})`;
    default:
      return shape.type;
  }
}

function formatName(format: TextFormat): string {
  return textFormatNamed(format)?.name ?? formats[format as keyof typeof formats];
}

function pluralName(shape: Shape): string {
  if (shape.type === 'choice') return [...new Set(namedOptionsOf(shape).map(pluralName))].join(' or ');
  return typeName(shape).replace(/^\w+/, (noun) => `${noun}s`);
}

/** Returns the source of a fact and its layer, as Markdown. */
export function describeProvenance(provenance: FindingProvenance, catalogue: Catalogue): string {
  if (provenance.kind === 'syntax') return 'Syntax of the request file';
  if (provenance.kind === 'endpoint') return `Listed by the endpoint ${inCode(provenance.endpoint)}`;
  if (provenance.kind === 'house') {
    const { name, file, line, link } = provenance;
    const shown = escapedMarkdown(plainLine(name));
    return `*House rule*: ${link === undefined ? shown : linkTo(shown, link)} (${inCode(`${file}:${line}`)})`;
  }
  if (provenance.kind === 'described') return describeDescribed(provenance, catalogue);
  const section = `${documentTitle(provenance, catalogue)} › ${provenance.section}`;
  if (provenance.kind === 'documented') return `*Documented*: ${section}`;
  return `*Reference* (not in the document): ${provenance.source}. Related section: ${section}`;
}

function describeElement(element: Element, catalogue: Catalogue, binding?: Binding): string {
  switch (element.kind) {
    case 'operation':
      return describeOperation(element.operation, element.service, catalogue, binding);
    case 'entry': {
      const { name, entry, source, owner, operation } = element;
      return paragraphs([
        `**${inCode(name)}** · ${plainLine(entry.keyName)} · ${typeName(entry.shape)}`,
        markdownOf(entry.summary, source),
        owner !== undefined || isForeign(source) ? describeProvenance(provenanceFor(source, operation), catalogue) : '',
      ]);
    }
    case 'field':
      return describeField(element, catalogue);
  }
}

/** Joins what there is to say; an empty text says nothing. */
function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function listOf(items: readonly string[]): string {
  const said = items.filter((item) => item !== '');
  return said.map((item) => `- ${item}`).join('\n');
}

function describeField(element: Extract<Element, { readonly kind: 'field' }>, catalogue: Catalogue): string {
  const { field, role, value, operation } = element;
  const sets = valueSetsOf(field);
  const [first] = sets;
  const listed = value === undefined ? undefined : listedValue(sets, value);
  const isResponse = role === 'response' || role === 'response-header';
  const title = [
    `**${inCode(field.name)}**`,
    typeName(field.shape),
    roles[role],
    isResponse ? presence(field) : requirement(field),
  ];
  return paragraphs([
    title.filter((part) => part !== '').join(' · '),
    listed === undefined ? '' : describeValue(listed.value, listed.set),
    markdownOf(field.summary, field.provenance),
    listOf([
      field.default === undefined ? '' : `Default: ${inCode(asWritten(field, field.default, role))}`,
      first === undefined ? '' : describeValues(first, listed !== undefined),
      ...describeLimits(field),
      field.bare === undefined ? '' : `Without a value: \`${field.bare}\` *(reference)*`,
      describeUnits(field, catalogue),
      exampleOf(field, role),
      ...lifeOf(field, serviceOfFact(field, catalogue)),
      field.absent?.message ?? '',
    ]),
    describeSource(field, catalogue, provenanceFor(field.provenance, operation)),
    referenceOf(field),
  ]);
}

function describeOperation(
  operation: Operation,
  service: Service,
  catalogue: Catalogue,
  binding: Binding | undefined,
): string {
  const { methods, notes, path, provenance, summary } = operation;
  const isOthers = isForeign(provenance);
  const said = notes.slice(0, isOthers ? maxNotes : undefined).map((note) => {
    return markdownOf(note.message, note.provenance, 300) + layerOf(note.provenance);
  });
  const [title, ofService] = [titleOf(operation), lineOf(service.title, provenance, 60)];
  return paragraphs([
    isOthers ? `**${escapedMarkdown(title)}** · ${escapedMarkdown(ofService)}` : `**${title}** · ${ofService}`,
    `\`${methods.join('` or `')}\` ${inCode(path)}`,
    // A description often has no summary next to the title.
    summary === operation.title ? '' : markdownOf(summary, provenance),
    listOf([...lifeOf(operation, service), credentialsIn(operation, service)]),
    listOf((operation.losses ?? []).map((loss) => `**Loss**: ${describeLoss(loss)}${layerOf(loss.provenance)}`)),
    listOf([...describeNeeds(operation, binding), ...said]),
    describeNoNeeds(operation, service),
    describeResponses(operation),
    describeExample(operation),
    describeSource(operation, catalogue),
    referenceOf(operation),
  ]);
}

function describeValue(value: AllowedValue, set: ValueSet): string {
  // The line of the set shows the layer of all its values.
  const meaning =
    value.summary === undefined ? `A listed ${set.noun ?? 'value'}.` : markdownOf(value.summary, set.provenance, 300);
  return `${inCode(JSON.stringify(value.value))}: ${meaning}${lifeOfValue(value)}${layerOf(value.provenance)}`;
}

function lifeOfValue({ since }: AllowedValue): string {
  return since === undefined ? '' : ` Since ${since}.`;
}

/** Next to the meaning of one value, a long list of the others is left out. */
function describeValues(set: ValueSet, isOneShown: boolean): string {
  if (!isOneShown) return explainSet(set);
  return set.values.length > maxExplained ? '' : describeSet(set);
}

/** Returns a short set with the meaning of each value, any other set as a line. */
function explainSet(set: ValueSet): string {
  const isShort = set.values.length > 1 && set.values.length <= maxExplained;
  if (!isShort || set.values.some(({ summary }) => summary === undefined)) return describeSet(set);
  // The layer is at the set, unless some of its values come from elsewhere.
  const lines = set.values.map((value) => {
    const meaning = lineOf(value.summary ?? '', set.provenance);
    return `  - ${inCode(String(value.value))}: ${meaning}${lifeOfValue(value)}${layerOf(value.provenance)}`;
  });
  return [`${nameOfSet(set)}${layerOf(set.provenance)}:`, ...lines].join('\n');
}

function nameOfSet({ closed }: ValueSet): string {
  return closed ? 'Allowed values' : 'Known values';
}

function describeSet(set: ValueSet): string {
  const shown = set.values.slice(0, maxValues).map(({ value }) => inCode(String(value)));
  const more = set.values.length - shown.length;
  const rest = more > 0 ? `, and ${more} more` : '';
  return `${nameOfSet(set)}: ${shown.join(', ')}${rest}${layerOf(set.provenance)}`;
}

/** Returns the bounds of numbers and the longest string, each with its layer. */
function describeLimits(field: Field): readonly string[] {
  const limits = valueShapesOf(field)
    .flatMap((shape): readonly Constraint[] => shape.constraints ?? [])
    .flatMap((constraint): readonly string[] => {
      const layer = layerOf(constraint.provenance);
      return limitTexts(constraint).map((limit) => `${limit}${layer}`);
    });
  return [...new Set(limits)];
}

function limitTexts({ rule, options }: Constraint): readonly string[] {
  if (rule === 'malformed-text')
    return [
      options.meaning === undefined
        ? `Pattern: \`${options.pattern.replaceAll('`', '')}\``
        : `Form: ${options.meaning}`,
    ];
  if (rule !== 'length-limit' && rule !== 'number-range' && rule !== 'item-count') return [];
  const limits: Readonly<Record<string, unknown>> = { ...options };
  return Object.entries<string>(limitLabels[rule]).flatMap(([name, label]) => {
    const limit = limits[name];
    if (typeof limit !== 'number') return [];
    return [`${label}: ${rule === 'length-limit' && options.unit === 'byte' ? count(limit, 'byte') : String(limit)}`];
  });
}

const limitLabels = {
  'length-limit': { minimum: 'Minimum length', maximum: 'Maximum length' },
  'number-range': {
    minimum: 'Minimum',
    exclusiveMinimum: 'Greater than',
    maximum: 'Maximum',
    exclusiveMaximum: 'Less than',
    multipleOf: 'Multiple of',
  },
  'item-count': { minimum: 'Minimum number of items', maximum: 'Maximum number of items' },
} as const;

/** The units of time values and byte sizes are the same in the whole service. */
function describeUnits(field: Field, catalogue: Catalogue): string {
  const service = serviceOfFact(field, catalogue);
  const formats = valueShapesOf(field).flatMap((shape) => (shape.type === 'string' ? [shape.format] : []));
  const { timeUnits, byteUnits } = service ?? {};
  const known = formats.includes('time-value')
    ? timeUnits && { provenance: timeUnits.provenance, names: timeUnits.units.map(({ name }) => name) }
    : formats.includes('byte-size')
      ? byteUnits && { provenance: byteUnits.provenance, names: byteUnits.units }
      : undefined;
  return known ? `Units: ${known.names.map((name) => `\`${name}\``).join(', ')}${layerOf(known.provenance)}` : '';
}

/** The examples of the catalogue are snippets; those of descriptions are values. */
function exampleOf(field: Field, role: FieldRole): string {
  const { example, provenance } = field;
  return example !== undefined && isForeign(provenance) ? `Example: ${inCode(asWritten(field, example, role))}` : '';
}

/** Returns a default or example as it is written: only in JSON do strings have quotes, and lists brackets. */
function asWritten(field: Field, json: string, role: FieldRole): string {
  if (role === 'body' || role === 'response') return json;
  const pairs = pairsOfText(field, json, role === 'query' || role === 'form' || role === 'cookie' ? role : 'header');
  return pairs.length === 1 ? pairs.map(([, text]) => text).join('') : pairs.map((pair) => pair.join('=')).join('&');
}

function referenceOf({ reference }: Fact): string {
  return reference ? `*Reference* (not in the document): ${reference.text} Source: ${reference.source}` : '';
}

/** Only what documents say: a response field that is not always present may be missing for many reasons. */
function presence({ required }: Field): string {
  return required === true ? 'always present' : '';
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

/** Of a fact of a description, the link leads to the fact's own page. */
function describeSource({ provenance, link }: Fact, catalogue: Catalogue, source = provenance): string {
  return source.kind === 'described'
    ? describeDescribed(source, catalogue, link)
    : describeProvenance(source, catalogue);
}

function describeDescribed(
  source: Extract<Provenance, { readonly kind: 'described' }>,
  { documents }: Catalogue,
  page?: string,
): string {
  // A service without a document has nothing else that could say it.
  const hasDocument = documents.some(({ id }) => id === source.service);
  const place = placeInSource(source);
  const where = place === undefined ? '' : ` (${inCode(place)})`;
  return `*Described*${hasDocument ? ' (not in the document)' : ''}: ${linkedDescription(source, page)}${where}`;
}

function documentTitle(provenance: DocumentedSource | ReferenceSource, catalogue: Catalogue): string {
  const document = catalogue.documents.find(({ id }) => id === provenance.document);
  // The long titles list the document's topics behind a colon.
  return document?.title.split(':')[0] ?? provenance.document;
}

/** Returns the first sentence of a text, which fits on a line of a completion list. */
export function firstSentenceOf(text: string, provenance?: Provenance): string {
  const shown = lineOf(text, provenance);
  return /^.*?\.(?=\s)/.exec(shown)?.[0] ?? shown;
}

/** Returns the type and requirement of a field in a few words, for a completion list. */
export function briefOf(field: Field): string {
  return `${typeName(field.shape)}${isRequired(field) ? ' · required' : ''}`;
}

function serviceOfFact({ provenance }: Field, catalogue: Catalogue): Service | undefined {
  return catalogue.services.find(({ id }) => id === serviceOfSource(provenance));
}
