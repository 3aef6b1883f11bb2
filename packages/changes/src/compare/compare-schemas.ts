import type { SchemaNode, Surface } from '../surface/surface';
import type { Finding, Way } from './finding';
import { LocalComparison } from './local-comparison';
import { createSame, type AreSame } from './same';

/** Compares two schemas. */
export type CompareSchemas = (old: SchemaNode, now: SchemaNode, way: Way) => readonly Finding[];

/** Schemas that are nested deeper are not compared. */
const deepest = 40;
/** So many steps are made to find where the same schemas are. */
const maxSteps = 50_000;

/** Schemas in two schemas that are to be compared, each with the end of its name. */
interface Inner {
  readonly step: string;
  readonly one: SchemaNode;
  readonly other: SchemaNode;
}

/** What differs in two schemas themselves. */
interface Local {
  readonly own: readonly Finding[];
  readonly inner: readonly Inner[];
}

/** Two schemas at the first place where they are, with those in them that differ. */
interface Visit {
  readonly at: string;
  readonly local: Local;
  readonly inner: { readonly step: string; readonly visit: Visit }[];
}

/** By the way that values go, and the schemas of both sides. */
type Tables<T> = Map<string, Map<unknown, Map<unknown, T>>>;

/** Returns a comparison of schemas of two surfaces. Each pair is compared once; what differs is found at its first place, with its other places. */
export function createSchemaComparison(
  old: Surface,
  now: Surface,
  today?: string,
): { compare: CompareSchemas; areSame: AreSame } {
  const areSame = createSame(old, now);
  const local = new LocalComparison(old, now, today);
  const known: Tables<readonly Finding[]> = new Map();
  const locals: Tables<Local> = new Map();

  function compare(a: SchemaNode, b: SchemaNode, way: Way): readonly Finding[] {
    if (areSame(a, b)) return [];
    const row = rowOf(known, a, way);
    const former = row.get(b.schema);
    if (former !== undefined) return former;
    const made = findAll(a, b, way);
    row.set(b.schema, made);
    return made;
  }

  /** Returns what differs, the outermost first. */
  function findAll(a: SchemaNode, b: SchemaNode, way: Way): readonly Finding[] {
    const seen = new Map<unknown, Map<unknown, Visit>>();
    const start = visitAt('', a, b);
    const places = placesOf(start);
    const reached = reachedFrom(start);
    const findings: Finding[] = [];
    let level: readonly Visit[] = [start];
    for (let depth = 0; level.length > 0 && depth < deepest; depth++) {
      const next: Visit[] = [];
      for (const visit of level) {
        const { at, local: found } = visit;
        for (const finding of found.own) {
          // A schema that is in itself is at further places, too.
          const also = {
            places: (limit: number): readonly string[] =>
              [...(places(limit).get(visit) ?? [])].slice(1, limit + 1).map((one) => one + finding.at),
            isAt: (element: string): boolean =>
              element.endsWith(finding.at) && reached(element.slice(0, element.length - finding.at.length)).has(visit),
          };
          findings.push(depth === 0 ? { ...finding, also } : { ...finding, at: at + finding.at, isInner: true, also });
        }
        for (const { step, one, other } of found.inner) {
          if (areSame(one, other)) continue;
          const former = seen.get(one.schema)?.get(other.schema);
          const reached = former ?? visitAt(at + step, one, other);
          visit.inner.push({ step, visit: reached });
          if (former === undefined) next.push(reached);
        }
      }
      level = next;
    }
    return findings;

    function visitAt(at: string, one: SchemaNode, other: SchemaNode): Visit {
      const made = { at, local: localOf(one, other, way), inner: [] };
      const others = seen.get(one.schema) ?? new Map<unknown, Visit>();
      seen.set(one.schema, others.set(other.schema, made));
      return made;
    }
  }

  /** Returns what differs in two schemas themselves, and the schemas in them that are to be compared. */
  function localOf(a: SchemaNode, b: SchemaNode, way: Way): Local {
    const row = rowOf(locals, a, way);
    const former = row.get(b.schema);
    if (former !== undefined) return former;
    const own: Finding[] = [];
    const inner: Inner[] = [];
    local.findIn(a, b, way, own, (at, one, other) => {
      if (one !== undefined && other !== undefined) inner.push({ step: at, one, other });
    });
    const made = { own, inner };
    row.set(b.schema, made);
    return made;
  }

  function rowOf<T>(tables: Tables<T>, a: SchemaNode, { direction, isText }: Way): Map<unknown, T> {
    const key = `${direction} ${isText}`;
    const table = tables.get(key) ?? new Map<unknown, Map<unknown, T>>();
    tables.set(key, table);
    const row = table.get(a.schema) ?? new Map<unknown, T>();
    table.set(a.schema, row);
    return row;
  }

  return { compare, areSame };
}

/** Returns what says which pairs of schemas are at a place, however many places they have. */
function reachedFrom(start: Visit): (place: string) => ReadonlySet<Visit> {
  const known = new Map<string, ReadonlySet<Visit>>();
  return (place) => {
    const found = known.get(place) ?? visitsAt(start, place);
    known.set(place, found);
    return found;
  };
}

function visitsAt(start: Visit, place: string): ReadonlySet<Visit> {
  const found = new Set<Visit>();
  const seen = new Map<Visit, Set<number>>();
  const open: { readonly visit: Visit; readonly from: number }[] = [{ visit: start, from: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { visit, from } = next;
    const froms = seen.get(visit) ?? new Set();
    if (froms.has(from)) continue;
    seen.set(visit, froms.add(from));
    if (from === place.length) found.add(visit);
    for (const { step, visit: inner } of visit.inner)
      if (place.startsWith(step, from)) open.push({ visit: inner, from: from + step.length });
  }
  return found;
}

type Places = ReadonlyMap<Visit, ReadonlySet<string>>;

/** Returns what says where pairs of schemas are; for the same limit, they are searched once. */
function placesOf(start: Visit): (limit: number) => Places {
  const known = new Map<number, Places>();
  return (limit) => {
    const places = known.get(limit) ?? placesBelow(start, limit);
    known.set(limit, places);
    return places;
  };
}

/** Returns where each pair of schemas is, the nearest places first: schemas that are in themselves are at endlessly many. */
function placesBelow(start: Visit, limit: number): Places {
  const places = new Map<Visit, Set<string>>([[start, new Set([''])]]);
  const open: { readonly visit: Visit; readonly at: string; readonly depth: number }[] = [
    { visit: start, at: '', depth: 0 },
  ];
  // The list grows while it is read.
  for (let index = 0; index < open.length && index < maxSteps; index++) {
    const { visit, at, depth } = open[index] ?? { visit: start, at: '', depth: deepest };
    if (depth >= deepest) continue;
    for (const { step, visit: inner } of visit.inner) {
      const found = places.get(inner) ?? new Set();
      const place = at + step;
      if (found.size > limit || found.has(place)) continue;
      places.set(inner, found.add(place));
      open.push({ visit: inner, at: place, depth: depth + 1 });
    }
  }
  return places;
}
