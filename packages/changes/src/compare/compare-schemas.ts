import type { SchemaNode, Surface } from '../surface/surface';
import type { Finding, Way } from './finding';
import { LocalComparison } from './local-comparison';
import { createSame, type AreSame } from './same';

/** Compares two schemas. */
export type CompareSchemas = (old: SchemaNode, now: SchemaNode, way: Way) => readonly Finding[];

/** Schemas that are nested deeper are not compared. */
const deepest = 40;
/** So many pairs of schemas are compared at each of their places; with more, each is compared at its first place only. */
const maxPairs = 3000;
/** A pair has no more findings than so many. */
const maxFindings = 5000;

/** What was found of a pair, and the outermost pair around it that it leads back to. */
interface Found {
  readonly findings: readonly Finding[];
  readonly leadsTo: number;
}

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

/** By the way that values go, and the schemas of both sides. */
type Tables<T> = Map<string, Map<unknown, Map<unknown, T>>>;

/** Returns a comparison of schemas of two surfaces. Each pair is compared once, where it does not lead back to one around it. */
export function createSchemaComparison(old: Surface, now: Surface): { compare: CompareSchemas; areSame: AreSame } {
  const areSame = createSame(old, now);
  const local = new LocalComparison(old, now);
  const known: Tables<readonly Finding[]> = new Map();
  const locals: Tables<Local> = new Map();
  const around: (readonly [unknown, unknown])[] = [];
  let pairs = 0;

  function compare(a: SchemaNode, b: SchemaNode, way: Way): readonly Finding[] {
    pairs = 0;
    if (!old.isWritten) return firstPlaces(a, b, way);
    const { findings } = visit(a, b, way);
    return pairs > maxPairs || findings.length >= maxFindings ? firstPlaces(a, b, way) : findings;
  }

  /** Returns what differs, each at the first place where it is: in a catalogue, or an endless description, parts are in each other at many. */
  function firstPlaces(a: SchemaNode, b: SchemaNode, way: Way): readonly Finding[] {
    const seen = new Map<unknown, Set<unknown>>();
    const findings: Finding[] = [];
    let level: readonly Inner[] = [{ step: '', one: a, other: b }];
    for (let depth = 0; level.length > 0 && depth < deepest; depth++) {
      const next: Inner[] = [];
      for (const { step: at, one, other } of level) {
        const others = seen.get(one.schema) ?? new Set();
        if (others.has(other.schema) || areSame(one, other)) continue;
        seen.set(one.schema, others.add(other.schema));
        const { own, inner } = localOf(one, other, way);
        for (const finding of own)
          findings.push(depth === 0 ? finding : { ...finding, at: at + finding.at, isInner: true });
        for (const pair of inner) next.push({ ...pair, step: at + pair.step });
      }
      level = next;
    }
    return findings;
  }

  function visit(a: SchemaNode, b: SchemaNode, way: Way): Found {
    if (areSame(a, b)) return { findings: [], leadsTo: Infinity };
    const row = rowOf(known, a, way);
    const former = row.get(b.schema);
    if (former !== undefined) return { findings: former, leadsTo: Infinity };
    const same = around.findIndex(([one, other]) => one === a.schema && other === b.schema);
    if (same !== -1) return { findings: [], leadsTo: same };
    if (around.length >= deepest || pairs > maxPairs) return { findings: [], leadsTo: 0 };
    pairs++;
    const depth = around.push([a.schema, b.schema]) - 1;
    const { own, inner } = localOf(a, b, way);
    const findings = [...own];
    let leadsTo = Infinity;
    for (const { step: at, one, other } of inner) {
      const found = visit(one, other, way);
      leadsTo = Math.min(leadsTo, found.leadsTo);
      for (const finding of found.findings)
        if (findings.length < maxFindings) findings.push({ ...finding, at: at + finding.at, isInner: true });
    }
    around.pop();
    const isWhole = leadsTo >= depth;
    if (isWhole) row.set(b.schema, findings);
    return { findings, leadsTo: isWhole ? Infinity : leadsTo };
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
