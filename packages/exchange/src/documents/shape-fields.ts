import type { CompiledField, CompiledShape } from '@rulebook/description/compiled';
import { unpackShape, type PackedDescription } from '@rulebook/description/packed';
import type { StepOperation } from '../arazzo/sources';

type Shapes = Pick<PackedDescription, 'shapes'>;

/** Choices and references are followed so deep. */
const deepest = 12;

/** Returns the fields of the objects to which names and indices lead in the responses of success of an operation. */
export function fieldsOfResponse(
  { responses = [] }: StepOperation,
  description: Shapes,
  steps: readonly string[],
): readonly CompiledField[] {
  const shapes = responses.flatMap(({ status, shape }) => (status < 300 && shape !== undefined ? [shape] : []));
  return fieldsAtSteps(shapes, description, steps);
}

/** Returns the fields of the objects to which names and indices lead in the body of an operation. */
export function fieldsOfBody(
  { body }: StepOperation,
  description: Shapes,
  steps: readonly string[],
): readonly CompiledField[] {
  return fieldsAtSteps(body?.shape === undefined ? [] : [body.shape], description, steps);
}

function fieldsAtSteps(
  shapes: readonly CompiledShape[],
  description: Shapes,
  steps: readonly string[],
): readonly CompiledField[] {
  let found = shapes;
  for (const step of steps) found = found.flatMap((shape) => [...inside(shape, step, description, 0)]);
  const fields = new Map<string, CompiledField>();
  for (const shape of found.slice(0, 100))
    for (const field of fieldsIn(shape, description, 0)) if (!fields.has(field.name)) fields.set(field.name, field);
  return [...fields.values()];
}

function* fieldsIn(shape: CompiledShape, description: Shapes, depth: number): Generator<CompiledField> {
  const known = resolved(shape, description);
  if (known === undefined || depth > deepest) return;
  if (known.type === 'object') yield* known.fields ?? [];
  else for (const one of optionsOf(known)) yield* fieldsIn(one, description, depth + 1);
}

/** Returns the shapes of a member or an item. */
function* inside(shape: CompiledShape, step: string, description: Shapes, depth: number): Generator<CompiledShape> {
  const known = resolved(shape, description);
  if (known === undefined || depth > deepest) return;
  if (known.type === 'array') {
    if (/^(?:\d+|-)$/.test(step)) yield known.items;
  } else if (known.type === 'object') {
    const field = known.fields?.find(({ name }) => name === step);
    if (field !== undefined) yield field.shape;
    else if (known.entries !== undefined) yield known.entries.shape;
  } else for (const one of optionsOf(known)) yield* inside(one, step, description, depth + 1);
}

function optionsOf(shape: Exclude<CompiledShape, number>): readonly CompiledShape[] {
  if (shape.type === 'choice') return shape.options;
  return shape.type === 'switch' ? [...Object.values(shape.cases), shape.otherwise] : [];
}

function resolved(shape: CompiledShape, { shapes }: Shapes): Exclude<CompiledShape, number> | undefined {
  let found: CompiledShape | undefined = shape;
  for (let step = 0; step < deepest && typeof found === 'number'; step++) {
    const next = shapes.at(found);
    found = next === undefined ? undefined : unpackShape(next);
  }
  return typeof found === 'number' ? undefined : found;
}

/** Returns the type of a field in a few words. */
export function typeOfField({ shape, required }: CompiledField, description: Shapes): string {
  const known = resolved(shape, description);
  const type = known === undefined || known.type === 'switch' || known.type === 'choice' ? 'value' : known.type;
  return `${type}${required === true ? ' · required' : ''}`;
}

/** Returns whether a field is an object or a list. */
export function isDeep({ shape }: CompiledField, description: Shapes): boolean {
  const known = resolved(shape, description);
  return known?.type === 'object' || known?.type === 'array';
}
