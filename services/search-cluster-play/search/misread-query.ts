import { isRecord } from '@rulebook/json/is-record';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { queryClause } from '@rulebook/search-cluster/facts/search/search-query';
import type { Problem } from '../indices/problem';
import type { QueryWays } from './ways';
import { later, misread, unparsed, unread } from './misread';
import { fitsToken, fitsValue, memberOf, objectIn } from './misread-values';

type Options = Readonly<Record<string, unknown>>;

/** Returns the first reason for which the service does not understand a query; what each kind takes is in the catalogue. */
export function misreadQuery(query: unknown, ways: QueryWays): Problem | undefined {
  if (!isRecord(query)) return unparsed('query');
  const [entry, more] = Object.entries(query);
  if (!entry) return misread('query');
  const [kind, options] = entry;
  const field = isRecord(options) ? memberOf(queryClause, kind) : undefined;
  if (!isRecord(options) || !field) return unparsed(kind);
  const found = field.shape.type === 'object' ? misreadKind(field.shape, kind, options, ways) : undefined;
  return found ?? (more && unparsed(more[0]));
}

function misreadKind(shape: ObjectShape, kind: string, options: Options, ways: QueryWays): Problem | undefined {
  return shape.naming === undefined
    ? misreadMembers(shape, kind, options, ways)
    : misreadField(shape, kind, options, ways);
}

/** Queries whose reader reports a mistake in its members as its own, whatever the mistake is. */
const wrapping: ReadonlySet<string> = new Set(['bool']);

function misreadMembers(shape: ObjectShape, kind: string, options: Options, ways: QueryWays): Problem | undefined {
  const refuse = wrapping.has(kind) ? unread : unparsed;
  for (const [name, value] of Object.entries(options)) {
    const field = memberOf(shape, name);
    if (field) {
      const found = misreadMember(field, kind, value, ways);
      if (found) return wrapping.has(kind) && found.type !== later ? refuse(name) : found;
    } else if (shape.isOpen !== true) return refuse(name);
  }
  const missing = shape.fields.find(
    ({ name, required = false }) => required !== false && !Object.hasOwn(options, name),
  );
  return missing && refuse(missing.name);
}

function misreadMember({ name, shape }: Field, kind: string, value: unknown, ways: QueryWays): Problem | undefined {
  if (!fitsToken(shape, value)) return unparsed(name);
  if (!isQuery(shape)) return misreadPlain(shape, kind, name, value);
  for (const query of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    const found = misreadQuery(query, ways);
    if (found) return found;
  }
  return Array.isArray(value) && value.length === 0 && shape.type === 'array' ? unparsed(name) : undefined;
}

function misreadPlain(shape: Shape, kind: string, name: string, value: unknown): Problem | undefined {
  if (kind === 'exists' && value === '') return misread(name);
  if (kind === 'ids' && Array.isArray(value) && value.some((item) => typeof item === 'object')) return unparsed(name);
  if (typeof value !== 'string') return undefined;
  if (name === 'minimum_should_match' && !/\d/.test(value)) return misread(name, later);
  if (fitsValue(shape, value)) return undefined;
  return misread(name, kind === 'multi_match' && name === 'type' ? 'parse_exception' : undefined);
}

function isQuery(shape: Shape): boolean {
  const options = shape.type === 'choice' ? shape.options : [shape];
  return options.some((option) => option === queryClause || (option.type === 'array' && option.items === queryClause));
}

/** Queries that miss a field, or a value for it, as a mistake of their form. */
const strictForms: ReadonlySet<string> = new Set(['match', 'terms', 'terms_set', 'range']);

/** Reads a query with one field as its key. */
function misreadField(shape: ObjectShape, kind: string, options: Options, ways: QueryWays): Problem | undefined {
  const names = Object.keys(options).filter(
    (name) => memberOf(shape, name) === undefined && !(ways.hasValueTypes && isTypeOfValues(kind, name, options[name])),
  );
  const [name] = names;
  const entry = shape.entries?.shape;
  if (name === undefined || entry === undefined)
    return strictForms.has(kind) && kind !== 'range' ? unparsed(kind) : misread(kind);
  if (names.length > 1) return unparsed(kind);
  const value = options[name];
  if (!fitsToken(entry, value)) {
    const isForm = (strictForms.has(kind) && kind !== 'match') || (kind === 'term' && Array.isArray(value));
    return isForm ? unparsed(name) : misread(name);
  }
  if (Array.isArray(value) && value.includes(null)) return unparsed(name);
  const described = objectIn(entry);
  return isRecord(value) && described ? misreadOptions(described, kind, value, ways) : undefined;
}

/** Returns whether a member is not a field, and says how the values are written. */
function isTypeOfValues(kind: string, name: string, value: unknown): boolean {
  return kind === 'terms' && name === 'value_type' && typeof value === 'string';
}

function misreadOptions(shape: ObjectShape, kind: string, options: Options, ways: QueryWays): Problem | undefined {
  for (const [name, value] of Object.entries(options)) {
    const field = memberOf(shape, name);
    if (!field && shape.isOpen !== true) return unparsed(name);
    if (!field) continue;
    const found = misreadMember(field, kind, value, ways);
    if (found) return found;
  }
  const missing = shape.fields.find(({ name, required = false }) => required !== false && !hasMember(options, name));
  const least = shape.constraints?.find(({ rule }) => rule === 'member-count');
  const counted = least?.rule === 'member-count' ? (least.options.fields ?? []) : [];
  if (counted.length > 0 && !counted.some((name) => Object.hasOwn(options, name))) return misread(kind, later);
  return missing && (strictForms.has(kind) ? unparsed : misread)(missing.name);
}

function hasMember(options: Options, name: string): boolean {
  return Object.hasOwn(options, name) || (name === 'value' && Object.hasOwn(options, 'wildcard'));
}
