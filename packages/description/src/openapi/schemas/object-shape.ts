import { anything, unlessEmpty, type CompiledField, type CompiledObject, type CompiledShape } from '../../compiled';
import { childOf, isSet, membersAt, objectOf, textAt, type Place } from '../place';
import { factsAt } from '../wording';
import type { Parts, Reading, SchemaContext } from '../reading';
import { constraintsOf, isComparable } from './constraints-of';
import { conditionalProperties } from './conditions';
import { formsOfNames } from './counted-items';
import { compiledField } from './field';
import { schemaHas } from './keywords';
import { relationsInProse } from './prose-relations';
import { propertiesAt, propertiesOf, requiredOf } from './properties';
import { annotated, itemsExample } from './texts';

/** Objects of alternatives with more members than this are open. */
const maxBorrowedMembers = 300;

/** Returns the shape of the objects that schemas allow. */
export function objectShape(reading: Reading, parts: Parts, context: SchemaContext): CompiledObject {
  const { schemas, borrowed } = parts;
  const { use, depth } = context;
  const properties = new Map<string, Place[]>();
  for (const schema of schemas) {
    for (const property of propertiesAt(reading, schema)) {
      const known = properties.get(property.key);
      if (known === undefined) properties.set(property.key, [property]);
      else if (!known.some(({ value }) => value === property.value)) known.push(property);
    }
  }
  // What other alternatives list does not close an object that lists nothing itself.
  const listsNothing = properties.size === 0;
  // Where any other member may be, what it may be there is not for the others to say.
  const takesAny = schemas.some((schema) => childOf(schema, 'additionalProperties')?.value === true);
  const lent = takesAny ? [] : borrowed.flatMap((schema) => propertiesOf(reading, schema));
  const isTooMuch = lent.length > maxBorrowedMembers;
  if (!isTooMuch) {
    for (const property of lent) if (!properties.has(property.key)) properties.set(property.key, [property]);
  }
  const required = requiredOf(schemas);
  const fields: CompiledField[] = [];
  const patterns: { readonly pattern: string; readonly summary?: string; readonly shape: CompiledShape }[] = [];
  for (const [name, places] of properties) {
    const described = places.flatMap((place) => annotated(place, reading));
    const isHidden = described.some((place) => isSet(place, use === 'response' ? 'writeOnly' : 'readOnly'));
    if (isHidden) {
      // It may be there, but nothing is expected of it.
      const { summary } = factsAt(described);
      patterns.push({
        pattern: `^${name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}$`,
        summary: `${use === 'response' ? 'Write-only.' : 'Read-only: the service sets it.'} ${summary ?? ''}`.trim(),
        shape: anything,
      });
      continue;
    }
    const made = compiledField(reading, name, places, { use, depth });
    const isShown = made.example !== undefined || made.default !== undefined;
    const example = isShown ? undefined : itemsExample(described, reading);
    const field = example === undefined ? made : { ...made, example };
    fields.push({ ...field, required: required.has(name) || undefined });
  }
  const { entries, isOpen: areOthersAllowed, isClosedByAll } = entriesOf(reading, schemas, context);
  // By its value, another member decides whether they are there; what they are is checked then.
  for (const property of isClosedByAll ? [] : conditionalProperties(reading, schemas)) {
    if (properties.has(property.key)) continue;
    properties.set(property.key, [property]);
    const { summary } = factsAt(annotated(property, reading));
    fields.push({ name: property.key, summary, shape: anything, required: required.has(property.key) || undefined });
  }
  for (const name of required) {
    if (!properties.has(name)) fields.push({ name, shape: entries?.shape ?? anything, required: true });
  }
  const named = patternsOf(reading, schemas, context);
  const isUnclear = named.length < schemas.flatMap((schema) => membersAt(childOf(schema, 'patternProperties'))).length;
  patterns.push(...named);
  const isOpen =
    entries === undefined &&
    (isUnclear || (areOthersAllowed ?? (isTooMuch || use !== 'request' || (listsNothing && patterns.length === 0))));
  const constraints = [
    ...(constraintsOf(schemas, 'object', reading.problems) ?? []),
    ...formsOfNames(reading, schemas),
    ...(parts.required ?? []),
    ...(use === 'request' ? relationsInProse(properties) : []),
  ];
  return {
    type: 'object',
    name: shapeName(parts, context),
    fields: unlessEmpty(fields),
    entries,
    patterns: unlessEmpty(patterns),
    isOpen: isOpen || undefined,
    isClosed: areOthersAllowed === false || undefined,
    isMisspeltReported: (isOpen && use === 'request' && isOpenedNextTo(schemas)) || undefined,
    constraints: unlessEmpty(constraints),
  };
}

/**
 * Returns whether one schema lists members, and only another one, such as an alternative, allows others: then a member that nearly is one of
 * the list is a mistake, and any other one may be meant.
 */
function isOpenedNextTo(schemas: readonly Place[]): boolean {
  return (
    schemas.some(
      (schema) =>
        membersAt(childOf(schema, 'properties')).length > 1 && childOf(schema, 'additionalProperties') === undefined,
    ) && schemas.some((schema) => childOf(schema, 'additionalProperties')?.value === true)
  );
}

/** What other members may be: the shape of all of them, or whether there may be any. */
interface OtherMembers {
  readonly entries?: CompiledObject['entries'];
  readonly isOpen?: boolean;
  /** Also those that a condition names are none. */
  readonly isClosedByAll?: true;
}

function entriesOf(reading: Reading, schemas: readonly Place[], context: SchemaContext): OtherMembers {
  const additional = schemas.flatMap((schema) => childOf(schema, 'additionalProperties') ?? []);
  if (additional.some(({ value }) => value === false)) return { isOpen: false, isClosedByAll: true };
  // What is additional anywhere is evaluated. In a part of a request, the schema around it evaluates members, too.
  const unevaluated = schemas.flatMap((schema) => childOf(schema, 'unevaluatedProperties') ?? []);
  const isEvaluated =
    context.use === 'part' || schemas.some((schema) => mayEvaluate.some((one) => schemaHas(schema, one)));
  const places = additional.length > 0 || isEvaluated ? additional : unevaluated;
  if (places.some(({ value }) => value === false)) return { isOpen: false };
  const place = places.find(({ value }) => Object.keys(objectOf(value) ?? {}).length > 0);
  if (place === undefined) return places.length > 0 || (isEvaluated && unevaluated.length > 0) ? { isOpen: true } : {};
  const shape = reading.shapeOf(place, { ...context, depth: context.depth + 1 });
  return { entries: { shape, summary: factsAt(annotated(place, reading)).summary } };
}

/** Keywords by which members can be evaluated that are not known here. */
const mayEvaluate = ['$dynamicRef', '$recursiveRef'];

function patternsOf(reading: Reading, schemas: readonly Place[], context: SchemaContext) {
  return schemas.flatMap((schema) =>
    membersAt(childOf(schema, 'patternProperties')).flatMap((entry) => {
      if (!isComparable(entry.key, entry, reading.problems)) return [];
      const { summary } = factsAt(annotated(entry, reading));
      const shape = reading.shapeOf(entry, { ...context, depth: context.depth + 1 });
      return { pattern: entry.key, summary, shape };
    }),
  );
}

/** Returns what an object is called: by the title of its schema, if that is short. */
export function shapeName({ schemas }: Parts, { name }: SchemaContext): string {
  const title = schemas[0] && textAt(schemas[0], 'title');
  return title !== undefined && title.length <= 60 ? title : name;
}
