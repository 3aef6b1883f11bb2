import type { Definitions } from '@rulebook/checker/binding/destination';
import type { Binding, CheckContext, Endpoint } from '@rulebook/checker/binding/model';
import type { AskedNames, KnownNames } from '@rulebook/catalogue/name-lists';
import type { Service } from '@rulebook/catalogue/service';
import {
  askedNames,
  namesPlaceOf,
  plainName,
  takesSeveral,
  valuesOfPath,
} from '@rulebook/checker/live-names/asked-names';
import { nameKindsOf, type NameKind } from '@rulebook/checker/live-names/name-lists';
import type { JsonPath } from '@rulebook/json/json-position';
import type { Span } from '@rulebook/text/span';
import type { BodyCursor, CursorOf } from './cursor-at';
import { resolvePath, type PlainShape } from '@rulebook/checker/binding/resolve-shape';

/** What is known at a position where a name of an endpoint can be. */
export interface NamesAt {
  readonly endpoint: Endpoint;
  readonly asked: AskedNames;
  readonly known: KnownNames;
  /** The text of the name at the position, which may be a part of a list. */
  readonly span: Span;
  /** The names next to it in the same list. */
  readonly others: readonly string[];
}

/** What the position is in. */
export interface NamesContext {
  readonly context: CheckContext;
  readonly definitions: Definitions;
}

/** Returns the names that can be the value of a query parameter at a position. */
export function namesInQuery(
  cursor: CursorOf<'query-value'>,
  binding: Binding,
  offset: number,
  around: NamesContext,
): NamesAt | undefined {
  const place = around.context.liveNames && namesPlaceOf(binding);
  const { operation, service } = binding;
  if (place === undefined || operation === undefined || service === undefined) return undefined;
  const field = operation.parameters.query.find(({ name }) => name === cursor.name);
  const kinds = nameKindsOf(place.service);
  const kind =
    kinds.inParameter(operation, cursor.name, 'query') ?? kindOfShapes(field && [field.shape as PlainShape], kinds);
  const piece = pieceAt(
    binding.block.text,
    cursor.span,
    offset,
    takesSeveral(service) || field?.shape.type === 'array',
  );
  // An order is behind the name of a field: `sort=date:desc`.
  if (piece === undefined || kind === undefined || piece.before.includes(':')) return undefined;
  return lookUp(kind, { ...place, ...piece }, binding, around);
}

/** Returns the names that can be a key or a text of a JSON body at a position. */
export function namesInBody(cursor: BodyCursor, binding: Binding, around: NamesContext): NamesAt | undefined {
  const place = around.context.liveNames && namesPlaceOf(binding);
  if (place === undefined || cursor.part.of !== 'body') return undefined;
  const { container, slot, step, siblings, containerKind } = cursor.place;
  if (slot === 'none') return undefined;
  const path = container.concat(step ?? []);
  const kinds = nameKindsOf(place.service);
  const stated = kinds.inBody(cursor.operation).find((one) => isPath(one.path, path));
  const shapes = resolvePath(cursor.root, path, cursor.read)?.shapes;
  const kind = slot === 'value' ? (stated?.kind ?? kindOfShapes(shapes, kinds)) : kindOfKeys(shapes, kinds);
  if (kind === undefined) return undefined;
  const others = slot === 'key' || containerKind === 'array' ? siblings : [];
  return lookUp(kind, { ...place, span: cursor.span, others }, binding, around);
}

/** Returns the names that can be a segment of a path, in requests of an operation whose path begins with the words. */
export function namesInPath(
  segment: Span,
  offset: number,
  meant: { readonly kind: NameKind; readonly path: string; readonly words: readonly string[] },
  place: { readonly endpoint: Endpoint; readonly service: Service; readonly text: string },
  { context, definitions }: NamesContext,
): NamesAt | undefined {
  const { kind, path, words } = meant;
  const { endpoint, service, text } = place;
  const piece = pieceAt(text, segment, offset, takesSeveral(service));
  const template = path.split('/').filter((word) => word !== '');
  const valueOf = valuesOfPath(
    template.flatMap((word, index) => {
      const value = words[index];
      return word.startsWith('{') && value !== undefined ? [{ name: word.slice(1, -1), text: value }] : [];
    }),
    service,
    kind.list,
    definitions,
  );
  const asked = askedNames(kind.list, path, valueOf);
  const known = asked && context.liveNames?.of(endpoint, asked, 'show');
  return piece && asked && known && { endpoint, asked, known, ...piece };
}

function lookUp(
  { list }: NameKind,
  at: {
    readonly endpoint: Endpoint;
    readonly service: Service;
    readonly span: Span;
    readonly others: readonly string[];
  },
  { operation, path }: Binding,
  { context, definitions }: NamesContext,
): NamesAt | undefined {
  const { endpoint, service, span, others } = at;
  const values = path.map(({ field, text }) => ({ name: field.name, text }));
  const asked = operation && askedNames(list, operation.path, valuesOfPath(values, service, list, definitions));
  const known = asked && context.liveNames?.of(endpoint, asked, 'show');
  return asked && known && { endpoint, asked, known, span, others };
}

function kindOfShapes(
  shapes: readonly PlainShape[] | undefined,
  kinds: ReturnType<typeof nameKindsOf>,
): NameKind | undefined {
  for (const shape of shapes ?? []) {
    const text = shape.type === 'array' ? shape.items : shape;
    const kind = text.type === 'string' && text.nameOf !== undefined ? kinds.named(text.nameOf) : undefined;
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function kindOfKeys(
  shapes: readonly PlainShape[] | undefined,
  kinds: ReturnType<typeof nameKindsOf>,
): NameKind | undefined {
  for (const shape of shapes ?? [])
    if (shape.type === 'object' && shape.keysOf !== undefined) return kinds.named(shape.keysOf);
  return undefined;
}

/** Returns whether a path of names leads to a value, or to the list that it is in. */
function isPath(names: readonly string[], path: JsonPath): boolean {
  const own = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
  return own.length === names.length && own.every((step, index) => step === names[index]);
}

/** Returns the part of a list with commas that the offset is in; undefined where a variable is there. */
function pieceAt(
  text: string,
  { start, end }: Span,
  offset: number,
  isList: boolean,
): { readonly span: Span; readonly others: readonly string[]; readonly before: string } | undefined {
  const whole = text.slice(start, end);
  const at = Math.max(0, offset - start);
  const from = isList ? whole.lastIndexOf(',', at - 1) + 1 : 0;
  const behind = isList ? whole.indexOf(',', at) : -1;
  const to = behind < 0 ? whole.length : behind;
  if (whole.slice(from, to).includes('{{')) return undefined;
  const others = isList ? `${whole.slice(0, Math.max(0, from - 1))},${whole.slice(to + 1)}`.split(',') : [];
  return {
    span: { start: start + from, end: start + to },
    others: others.flatMap((one) => plainName(one) ?? []),
    before: whole.slice(from, at),
  };
}
