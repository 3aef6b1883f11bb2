import type { Catalogue } from '../../../packages/catalogue/src/service';
import type { Field, ObjectShape, Shape } from '../../../packages/catalogue/src/shape';
import type { Operation } from '../../../packages/catalogue/src/operation';
import type { Provenance, Severity } from '../../../packages/catalogue/src/facts';
import type { ValueSet } from '../../../packages/catalogue/src/values';
import { casesOf } from '../../../packages/checker/src/binding/choose-shape';

/** A statement of the catalogue: where it is, where it comes from, its severity, and its words. */
export interface Statement {
  readonly place: string;
  readonly provenance: Provenance;
  readonly severity?: Severity;
  readonly texts: readonly string[];
}

interface Visitor {
  readonly shape: (place: string, shape: Shape) => void;
  readonly field: (place: string, field: Field) => void;
}

/** Returns every statement of the catalogue. */
export function factsOf(catalogue: Catalogue): readonly Statement[] {
  const facts: Statement[] = [];
  visit(catalogue, {
    field(place, { summary, provenance, required, absent, reference }) {
      facts.push({ place, provenance, texts: reference === undefined ? [summary] : [summary, reference.text] });
      if (typeof required === 'object')
        facts.push({ place, ...required, texts: [required.message ?? 'None.'].map(plain) });
      if (absent !== undefined) facts.push({ place, ...absent, texts: [plain(absent.message)] });
    },
    shape(place, shape) {
      for (const { rule, options, provenance, severity } of shape.constraints ?? []) {
        const texts = Object.entries(options).flatMap(([name, value]) =>
          name === 'message' || name === 'otherwise' ? [plain(String(value))] : [],
        );
        facts.push({ place: `${place} ${rule}`, provenance, texts, ...(severity === undefined ? {} : { severity }) });
      }
      if (shape.type === 'object') {
        for (const note of shape.misplaced ?? []) facts.push({ place, ...note, texts: [plain(note.message)] });
        if (shape.entries !== undefined) {
          const provenance = facts[facts.length - 1]!.provenance;
          facts.push({ place, provenance, texts: [shape.entries.summary] });
        }
      }
      const values = valuesOf(shape);
      if (values === undefined) return;
      facts.push({ place, provenance: values.provenance, texts: [] });
      if (values.unlisted !== undefined) {
        facts.push({ place, provenance: values.provenance, severity: values.unlisted, texts: [] });
      }
      for (const { value, summary, provenance = values.provenance } of values.values) {
        facts.push({ place: `${place}=${value}`, provenance, texts: summary === undefined ? [] : [summary] });
      }
    },
  });
  for (const operation of catalogue.services.flatMap(({ operations }) => operations)) {
    facts.push(...operationFacts(operation));
  }
  return facts;
}

/** Returns the object shapes of the catalogue. */
export function objectShapesOf(
  catalogue: Catalogue,
): readonly { readonly place: string; readonly shape: ObjectShape }[] {
  const found: { place: string; shape: ObjectShape }[] = [];
  visit(catalogue, {
    field: () => undefined,
    shape: (place, shape) => {
      if (shape.type === 'object') found.push({ place, shape });
    },
  });
  return found;
}

/** Returns the texts and numbers of the catalogue with their values. */
export function leavesOf(catalogue: Catalogue): readonly { readonly place: string; readonly values?: ValueSet }[] {
  const found: { place: string; values?: ValueSet }[] = [];
  visit(catalogue, {
    field: () => undefined,
    shape: (place, shape) => {
      const values = valuesOf(shape);
      if (values !== undefined) found.push({ place, values });
    },
  });
  return found;
}

/** Returns the texts that occur more than once. */
export function duplicates(texts: readonly string[]): readonly string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

function operationFacts(operation: Operation): readonly Statement[] {
  const { id: place, summary, provenance, responses, notes, formerPaths = [], misplacedQuery = [], body } = operation;
  return [
    { place, provenance, texts: [summary] },
    ...(body === undefined ? [] : [{ place, provenance: body.provenance, texts: [] }]),
    ...responses.map((response) => ({ place, provenance: response.provenance, texts: [response.summary] })),
    ...notes.map((note) => ({ place, provenance: note.provenance, texts: [plain(note.message)] })),
    ...[...formerPaths, ...misplacedQuery].map((note) => ({ place, ...note, texts: [plain(note.message)] })),
  ];
}

function visit(catalogue: Catalogue, visitor: Visitor): void {
  for (const { id, headers, commonQuery, operations } of catalogue.services) {
    for (const field of [...headers, ...commonQuery]) visitField(`${id} ${field.name}`, field, visitor);
    for (const { id: operation, parameters, body, responses } of operations) {
      for (const field of [...parameters.path, ...parameters.query])
        visitField(`${operation} ${field.name}`, field, visitor);
      if (body !== undefined) visitShape(`${operation} body`, body.shape, visitor);
      for (const { status, shape } of responses) {
        if (shape !== undefined) visitShape(`${operation} ${status}`, shape, visitor);
      }
    }
  }
}

function visitField(place: string, field: Field, visitor: Visitor, around: readonly Shape[] = []): void {
  visitor.field(place, field);
  visitShape(place, field.shape, visitor, around);
}

/** `around` holds the shapes that are being visited: one that holds itself is visited once. */
function visitShape(place: string, shape: Shape, visitor: Visitor, around: readonly Shape[] = []): void {
  if (around.includes(shape)) return;
  visitor.shape(place, shape);
  const inside = [...around, shape];
  if (shape.type === 'array') visitShape(`${place}[]`, shape.items, visitor, inside);
  if (shape.type === 'choice')
    shape.options.forEach((option, index) => visitShape(`${place}|${index}`, option, visitor, inside));
  if (shape.type === 'switch')
    for (const [name, option] of casesOf(shape)) visitShape(`${place}|${name}`, option, visitor, inside);
  if (shape.type !== 'object') return;
  for (const field of shape.fields) visitField(`${place}/${field.name}`, field, visitor, inside);
  if (shape.entries !== undefined) visitShape(`${place}/*`, shape.entries.shape, visitor, inside);
}

function valuesOf(shape: Shape): ValueSet | undefined {
  return shape.type === 'string' || shape.type === 'integer' || shape.type === 'number' ? shape.values : undefined;
}

/** A message may begin with a name in backticks. */
function plain(message: string): string {
  return message.replace(/^`/, 'The `');
}
