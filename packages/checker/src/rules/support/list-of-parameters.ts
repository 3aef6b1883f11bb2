import type { Binding, BoundParameter } from '../../binding/model';
import type { ListShape, Shape } from '@rulebook/catalogue/shape';
import { isKnownText, shapesOf } from './bound-values';
import { entriesOf, type Entry } from './checked-parameters';

/** Returns the shape of a list that may also be null; undefined for any other shape. */
export function listShapeIn(shape: Shape): ListShape | undefined {
  if (shape.type === 'array') return shape;
  const [only, ...others] = shapesOf(shape).filter(({ type }) => type !== 'null');
  return only?.type === 'array' && others.length === 0 ? only : undefined;
}

/** A list that is written in one parameter, or in several of one name. */
interface WrittenList {
  readonly parameters: readonly BoundParameter[];
  /** What is between commas, in all of them. */
  readonly entries: readonly (Entry & { readonly parameter: BoundParameter })[];
  /** Each item is a parameter of its own, in which a comma separates nothing. */
  readonly isRepeated: boolean;
}

/** Returns the list of which this is the first parameter; undefined for any other, and where its items are not certain. */
export function listOf(parameter: BoundParameter, binding: Binding): WrittenList | undefined {
  const { field } = parameter;
  const shape = listShapeIn(field.shape);
  if (shape === undefined || (shape !== field.shape && parameter.text === 'null')) return undefined;
  const parameters = likeParameters(parameter, binding).filter((one) => one.field === field);
  if (parameters[0] !== parameter || parameters.some((one) => !isKnownText(one))) return undefined;
  // Other separators may belong to a style that is not known, and brackets name a place in the list.
  if (parameters.some(({ text }) => /[|;[{"]|%7c|%20|%3b/i.test(text))) return undefined;
  if (parameters.length === 1 && parameter.text === '') return undefined;
  const entries = parameters.flatMap((one) => entriesOf(one, shape).map((entry) => ({ ...entry, parameter: one })));
  return { parameters, entries, isRepeated: isRepeated(parameter, binding) };
}

/** Returns the parameters among which further items of the list may be. */
function likeParameters({ kind }: BoundParameter, { path, query, headers, form }: Binding): readonly BoundParameter[] {
  switch (kind) {
    case 'path':
      return path;
    case 'query':
      return query;
    case 'header':
      return headers;
    case 'form':
      return form?.bound ?? [];
    default:
      return [];
  }
}

function isRepeated({ kind, field }: BoundParameter, { form }: Binding): boolean {
  if (kind !== 'form') return field.isRepeatable === true;
  const { writtenForms = {} } = form ?? {};
  return !Object.hasOwn(writtenForms, field.name) || writtenForms[field.name]?.explode !== false;
}
