import { boundToEach, otherShapesOf } from '../binding/bind-value';
import { keyPatternOf } from '../binding/field-of';
import { objectShapeOf, type BoundValue } from '../binding/model';
import type { Shape } from '@rulebook/catalogue/shape';
import type { JsonNode } from '@rulebook/json/json-node';
import { isCalendarDate, textFormatNamed, type FormatOfText } from '@rulebook/text/text-formats';
import { nearest } from '@rulebook/text/edit-distance';
import { isUnknownMember, fieldsWithoutMember, scalarTextOf, shapesOf, stringOf } from './support/bound-values';
import { isMask } from './masked-secret';
import type { BlockRule, FindingProvenance, Report } from './rule';
import { code, labelOf, inList, typeOf } from './support/wording';

/** More differences of one response say nothing new. */
const maxReported = 50;
/** After so many objects with several shapes that differ, nothing is said of further ones. */
const maxCompared = 20;
/** A longer set of values is not listed in a message. */
const maxListed = 12;

/** Reports where a response differs from what the service's description says about it. */
export const mismatchedAnswer: BlockRule = {
  id: 'mismatched-answer',
  scope: 'block',
  category: 'correctness',
  severity: 'information',
  isForResponses: true,
  docs: {
    what: 'Reports a response, shown or recorded, that differs from the description of its operation: a missing field, another type, an unlisted value, or a field that the description does not have; of a description of your own, also a `null` that it does not allow, and another format.',
    why: 'Either the service does not do what its description says, or the description is out of date. Programs that rely on the description fail on such a response. What an object lacks of a published description is one hint, since a recording may be older than the description.',
    remedy:
      'Correct the service or its description. Of the items of a list, only the first one with a difference is reported. To switch the check off, give the rule the severity `off`.',
  },
  // All values at once: what is reported of one item of a list is not repeated for the others.
  within: ['response'],
  request(binding, report) {
    const { responseBody } = binding;
    const operation = binding.schemas?.response ?? binding.operation;
    if (responseBody === undefined || operation === undefined) return;
    const { provenance } = operation;
    // Without a description, nothing of the response is described.
    if (provenance.kind !== 'described' && operation.described === undefined) return;
    const body = binding.block.response?.body;
    // A body that was cut off lacks more than the service left out.
    const isWhole = body?.kind === 'json' && body.problems.length === 0;
    const found = differencesIn({ value: responseBody, place: '' }, { provenance, isWhole, known: new Map() });
    for (const { about: _, absent: __, ...difference } of withAbsentTogether([...found.values()])) report(difference);
  },
};

/**
 * Returns the differences, where one object lacks several fields of a published description as one, and as a hint: the service is what it is, and
 * older responses lack what the description has now. The description of one's own is to be corrected, field by field.
 */
function withAbsentTogether(differences: readonly Difference[]): readonly Difference[] {
  const lists = new Map<string, Difference[]>();
  for (const difference of differences) {
    if (difference.absent === undefined) continue;
    const { start, end } = difference.span;
    lists.set(`${start} ${end}`, [...(lists.get(`${start} ${end}`) ?? []), difference]);
  }
  const written = new Set<readonly Difference[]>();
  return differences.flatMap((difference) => {
    const { start, end } = difference.span;
    const list = difference.absent === undefined ? undefined : lists.get(`${start} ${end}`);
    if (list === undefined) return [difference];
    if (written.has(list)) return [];
    written.add(list);
    const names = list.flatMap(({ absent }) => absent ?? []);
    const shown = names.length > maxListed ? names.slice(0, maxListed - 1) : names;
    const rest = names.length - shown.length;
    const listed = rest > 0 ? `${shown.map(code).join(', ')} and ${rest} more` : inList(shown, 'and');
    const verb = names.length === 1 ? 'which is' : 'which are';
    const message = `The response lacks ${listed}, ${verb} described as always present. It may be older than the description.`;
    return [{ ...difference, message, severity: 'hint' as const }];
  });
}

/** Differences by what is alike: the place and what the difference is about. */
type Found = Map<string, Difference>;

/** What holds for the whole response. */
interface Response {
  readonly provenance: FindingProvenance;
  /** It was not cut off. */
  readonly isWhole: boolean;
  /** Objects compared with one of the shapes that they may have: each is compared with each of them once. */
  readonly known: Map<JsonNode, Map<Shape, Found>>;
}

/** Returns the differences in a value; of an object that may have several shapes, only those from all of them. */
function differencesIn(placed: Placed, response: Response): Found {
  const found = collectFailures(placed, response);
  if (found.size === 0) return found;
  for (const value of boundToEach(placed.value)) {
    const { known } = response;
    // Objects that are in each other would take the square of their number.
    if (known.size >= maxCompared && !known.has(value.node)) return new Map();
    const byShape = known.get(value.node) ?? new Map<Shape, Found>();
    known.set(value.node, byShape);
    const ofShape = byShape.get(value.shape) ?? collectFailures({ value, place: placed.place }, response);
    byShape.set(value.shape, ofShape);
    for (const key of found.keys()) if (!ofShape.has(key)) found.delete(key);
    if (found.size === 0) break;
  }
  return found;
}

function collectFailures(root: Placed, response: Response): Found {
  const found: Found = new Map();
  const add = (key: string, difference: Difference) => {
    if (!found.has(key) && found.size < maxReported) found.set(key, difference);
  };
  const waiting: Placed[] = [root];
  for (let next = waiting.pop(); next !== undefined && found.size < maxReported; next = waiting.pop()) {
    const { value, place } = next;
    if (value !== root.value && otherShapesOf(value) !== undefined) {
      for (const [key, difference] of differencesIn(next, response)) add(key, difference);
      continue;
    }
    for (const difference of differencesOf(value, response.provenance, response.isWhole))
      // For what the documents say there is a rule of its own.
      if (difference.provenance.kind === 'described') add(`${place} ${difference.about}`, difference);
    waiting.push(...innerOf(value, place));
  }
  return found;
}

interface Placed {
  readonly value: BoundValue;
  /** The names from the root; all items of a list have one. */
  readonly place: string;
}

/** Returns the members and items, the first one last. */
function innerOf({ items, members, also }: BoundValue, place: string): readonly Placed[] {
  const inner = [
    ...also.map((value) => ({ value, place })),
    ...items.map((value) => ({ value, place: `${place}/*` })),
    ...members.flatMap(({ key, value, field }) =>
      value === undefined ? [] : [{ value, place: `${place}/${field === undefined ? '*' : key}` }],
    ),
  ];
  return inner.reverse();
}

/** A report, and what it is about: with the place, that says which reports are alike. */
type Difference = Report & {
  readonly about: string;
  /** The field of a published description that is absent. */
  readonly absent?: string;
};

function* differencesOf(
  value: BoundValue,
  ofOperation: FindingProvenance,
  isWhole: boolean,
): Generator<Difference, undefined> {
  const text = stringOf(value);
  // A secret is shown masked, so nothing is known of its value.
  if (text !== undefined && isMask(text)) return;
  const provenance = nearestProvenance(value) ?? ofOperation;
  if (value.isMismatch) {
    // Services send `null` where their published descriptions forget it; a description of one's own is to be corrected.
    if (value.node.type === 'null' && !isOwn(provenance)) return;
    const message = `${labelIn(value)} is described as ${typeOf(value.declared)}.`;
    const span = value.node.type === 'object' || value.node.type === 'array' ? value.anchor : value.span;
    yield { about: 'type', message, span, provenance };
    return;
  }
  const format = isOwn(provenance) && text !== undefined ? missedFormatOf(value, text) : undefined;
  if (format !== undefined) {
    const message = `${labelIn(value)} is described as ${format.noun} such as ${code(format.example)}.`;
    yield { about: 'format', message, span: value.span, provenance };
  }
  const unlisted = unlistedValueOf(value);
  if (unlisted !== undefined) yield { about: 'value', message: unlisted, span: value.span, provenance };
  const shape = objectShapeOf(value);
  if (shape === undefined || value.node.type !== 'object') return;
  const mayLack = isWhole && !value.members.some(({ isOpaque }) => isOpaque);
  const absent = fieldsWithoutMember(value, shape.fields);
  for (const field of mayLack ? absent : []) {
    if (field.required !== true) continue;
    const message = `The response lacks ${code(field.name)}, which is described as always present.`;
    const isPublished = field.provenance.kind === 'described' && field.provenance.file === undefined;
    yield {
      about: `lacks ${field.name}`,
      message,
      span: value.anchor,
      provenance: field.provenance,
      ...(isPublished && { absent: field.name }),
    };
  }
  const free = absent.map(({ name }) => name);
  for (const member of value.members) {
    if (!isUnknownMember(value, member) || keyPatternOf(shape, member.key) !== undefined) continue;
    const meant = nearest(member.key, free);
    // A service may add members, unless its description says that there are no others, or the one that is meant is always present.
    if (shape.isOpen === true && !absent.some(({ name, required }) => name === meant && required === true)) continue;
    const question = meant === undefined ? '.' : `; did you mean ${code(meant)}?`;
    const message = `${code(member.key)} is not a described field of the ${shape.name}${question}`;
    yield { about: `has ${member.key}`, message, span: member.keySpan, provenance: shape.provenance ?? provenance };
  }
}

/** A description of one's own has a file; what it says is meant, and `rulebook test` holds the service to it. */
function isOwn(provenance: FindingProvenance): boolean {
  return provenance.kind === 'described' && provenance.file !== undefined;
}

/** Returns the format that a string is described to have, and has not. An empty string often means that there is no value. */
function missedFormatOf({ shape }: BoundValue, text: string): Pick<FormatOfText, 'noun' | 'example'> | undefined {
  if (shape.type !== 'string' || shape.format === undefined || text === '') return undefined;
  if (shape.format === 'date') return isCalendarDate(text) ? undefined : { noun: 'a date', example: '2022-11-28' };
  const format = textFormatNamed(shape.format);
  return format === undefined || format.accepts(text) ? undefined : format;
}

function unlistedValueOf(value: BoundValue): string | undefined {
  const text = scalarTextOf(value);
  if (text === undefined) return undefined;
  const sets = shapesOf(value.declared)
    .filter((shape) => isOfType(value, shape))
    .map(valueSetOfShape);
  // An option without a set takes any value.
  if (sets.length === 0 || sets.some((set) => set?.closed !== true)) return undefined;
  const known = [...new Set(sets.flatMap((set) => set?.values.map((entry) => String(entry.value)) ?? []))];
  if (known.includes(text)) return undefined;
  const label = labelIn(value);
  return known.length > maxListed
    ? `${label} has a value that is not described.`
    : `${label} is described as ${inList(known)}.`;
}

function valueSetOfShape(shape: Shape) {
  return 'values' in shape ? shape.values : undefined;
}

function isOfType({ node }: BoundValue, { type }: Shape): boolean {
  return type === 'any' || type === node.type || (type === 'integer' && node.type === 'number');
}

function labelIn(value: BoundValue): string {
  if (value.parent === undefined) return 'The response';
  const label = value.parent.parent === undefined && value.parent.node.type === 'array' ? 'an item' : labelOf(value);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Returns where the nearest field at or above the value is described. */
function nearestProvenance(value: BoundValue): FindingProvenance | undefined {
  for (let at: BoundValue | undefined = value; at !== undefined; at = at.parent) {
    const found = at.declared.typeProvenance ?? at.field?.provenance;
    if (found !== undefined) return found;
  }
  return undefined;
}
