import { memberOfObject } from '@rulebook/description/openapi/place';
import type { SchemaNode, Surface } from '../surface/surface';
import type { Effect, Finding, Way } from './finding';
import { findKeywords } from './keyword-findings';
import { lists, namedParts, parts } from './keywords';
import { likeName } from './like-names';
import { matchLists, nameOfSchema } from './match-lists';
import { sampleValue } from './sample-value';
import { createSame, type AreSame } from './same';
import { wrappingOf, type Wrapping } from './wrapping';

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

/** Schemas in two schemas that are to be compared, and what stands for them. */
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
  const areEquivalent = createSame(old, now, true);
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
    findIn(a, b, way, own, (at, one, other) => {
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

  type Into = (step: string, one: SchemaNode | undefined, other: SchemaNode | undefined) => void;

  function findIn(a: SchemaNode, b: SchemaNode, way: Way, findings: Finding[], into: Into): void {
    const base = { at: '', isInner: false, from: a.place, to: b.place } as const;
    if (a.schema === false || b.schema === false) {
      const isClosed = b.schema === false;
      const kind = isClosed ? 'schema-became-false' : 'schema-became-not-false';
      const words = isClosed ? 'may have no value anymore' : 'may have a value now';
      findings.push({ ...base, kind, effect: isClosed ? 'narrows' : 'widens', words });
      return;
    }
    const wrapping = wrappingOf(a, b, [old, now], areEquivalent);
    if (wrapping.nullable !== undefined) {
      const isNow = wrapping.nullable === 'became-nullable';
      const words = isNow ? 'may be null now' : 'may no longer be null';
      findings.push({ ...base, kind: wrapping.nullable, effect: isNow ? 'widens' : 'narrows', words });
      return;
    }
    if (wrapping.moved !== undefined) {
      const kind = wrapping.isPreserved ? 'wrapped-in-one-of-original-preserved' : 'wrapped-in-one-of';
      findings.push({
        ...base,
        kind,
        effect: wrapping.isPreserved ? 'unknown' : 'both',
        words: 'is one of several alternatives now',
      });
    }
    findKeywords(a, b, way, wrapping, (finding) => findings.push(finding));
    findMembers(a, b, wrapping, findings, into);
    findParts(a, b, findings, into);
    findLists(a, b, wrapping, findings, into);
  }

  function findMembers(a: SchemaNode, b: SchemaNode, wrapping: Wrapping, findings: Finding[], into: Into): void {
    const [before, after] = [old.children(a, 'properties'), now.children(b, 'properties')];
    const [was, is] = [requiredOf(a), requiredOf(b)];
    const removed = [...before.keys()].filter((name) => !after.has(name) && !wrapping.moved?.has(name));
    const added = [...after.keys()].filter((name) => !before.has(name));
    for (const name of removed) {
      const node = before.get(name);
      if (node === undefined) continue;
      const fitting = added.filter((one) => sameNode(node, after.get(one)));
      const to = likeName(name, removed, fitting.length === added.length ? added : fitting);
      const member = { ...memberFacts(node), isRequired: was.has(name) };
      findings.push({
        ...{ at: step(name), isInner: false, kind: 'property-removed', effect: 'widens', member, from: node.place },
        ...{ words: to === undefined ? 'was removed' : `is called \`${to}\` now`, ...useOf(node) },
        ...(to === undefined ? {} : { repair: { kind: 'rename', to } }),
      });
    }
    for (const name of added) {
      const node = after.get(name);
      if (node === undefined) continue;
      const isRequired = is.has(name);
      findings.push({
        ...{ at: step(name), isInner: false, kind: 'property-added', effect: isRequired ? 'narrows' : 'none' },
        ...{ member: { ...memberFacts(node), isRequired }, to: node.place, ...useOf(node) },
        words: isRequired ? 'is a new required member' : 'is a new member',
        ...(isRequired ? { repair: { kind: 'insert', name, value: sampleValue(node, now) } } : {}),
      });
    }
    for (const [name, node] of before) {
      const other = after.get(name);
      if (other === undefined) continue;
      findUses(name, node, other, was.has(name), findings);
      if (was.has(name) !== is.has(name)) findRequired(name, other, is.has(name), findings);
      into(step(name), node, other);
    }
  }

  function sameNode(node: SchemaNode, other: SchemaNode | undefined): boolean {
    return other !== undefined && areEquivalent(node, other);
  }

  function findRequired(name: string, node: SchemaNode, isRequired: boolean, findings: Finding[]): void {
    const facts = memberFacts(node);
    const base = { at: step(name), isInner: false, to: node.place, ...useOf(node) };
    findings.push(
      isRequired
        ? {
            ...base,
            ...{ kind: facts.hasDefault ? 'became-required-with-default' : 'became-required', effect: 'narrows' },
            ...{ words: 'is required now', repair: { kind: 'insert', name, value: sampleValue(node, now) } },
          }
        : { ...base, kind: 'became-optional', effect: 'widens', words: 'is no longer required' },
    );
  }

  function findUses(name: string, a: SchemaNode, b: SchemaNode, isRequired: boolean, findings: Finding[]): void {
    for (const [keyword, word] of [
      ['readOnly', 'read-only'],
      ['writeOnly', 'write-only'],
    ] as const) {
      const [was, is] = [a, b].map(({ schema }) => memberOfObject(schema, keyword) === true);
      if (was === is) continue;
      const kind = `${isRequired ? 'required' : 'optional'}-property-became-${is ? '' : 'not-'}${word}`;
      const words = is ? `is ${word} now` : `is no longer ${word}`;
      findings.push({ at: step(name), isInner: false, kind, effect: 'none', words, from: a.place, to: b.place });
    }
  }

  function findParts(a: SchemaNode, b: SchemaNode, findings: Finding[], into: Into): void {
    const base = { at: '', isInner: false, from: a.place, to: b.place } as const;
    for (const { keyword, name, added, removed, step: behind } of parts) {
      const [one, other] = [old.child(a, keyword), now.child(b, keyword)];
      if (one === undefined && other !== undefined && added !== 'none')
        findings.push({ ...base, kind: `${name}-added`, effect: added, words: `must fulfil \`${keyword}\` now` });
      if (one !== undefined && other === undefined && removed !== 'none')
        findings.push({
          ...base,
          kind: `${name}-removed`,
          effect: removed,
          words: `need not fulfil \`${keyword}\` anymore`,
        });
      if (
        keyword === 'additionalProperties' &&
        (typeof one?.schema === 'boolean' || typeof other?.schema === 'boolean')
      )
        continue;
      into(behind, one, other);
    }
  }

  function findLists(a: SchemaNode, b: SchemaNode, wrapping: Wrapping, findings: Finding[], into: Into): void {
    const base = { at: '', isInner: false, from: a.place, to: b.place } as const;
    const note = (kind: string, effect: Effect, words: string): void => {
      findings.push({ ...base, kind, effect, words });
    };
    for (const { keyword, name, added, removed, step: behind, words } of lists) {
      const isForm = keyword === 'oneOf' || keyword === 'anyOf';
      const matched = matchLists(old.items(a, keyword), now.items(b, keyword), areEquivalent, isForm);
      for (const [one, other] of matched.pairs) into(behind, one, other);
      if (isForm && wrapping.types !== undefined) continue;
      const empty = (node: SchemaNode): boolean => keyword === 'allOf' && isEmpty(node);
      for (const [ones, verb, effect] of [
        [matched.added, 'added', added],
        [matched.removed, 'removed', removed],
      ] as const) {
        const [kept, remarks] = [ones.filter((one) => !empty(one)), ones.filter(empty)];
        const sentence = (nodes: readonly SchemaNode[]): string =>
          `${verb === 'added' ? 'has new' : 'no longer has the'} ${words}: ${nodes.map(nameOfSchema).join(', ')}`;
        if (kept.length > 0) note(`${name}-${verb}`, effect, sentence(kept));
        if (remarks.length > 0) note(`${name}-${verb}-annotation-only`, 'none', sentence(remarks));
      }
    }
    for (const { keyword, name, added, removed, step: behind, words } of namedParts) {
      const [before, after] = [old.children(a, keyword), now.children(b, keyword)];
      for (const [key, node] of before) {
        if (after.has(key)) into(behind, node, after.get(key));
        else note(`${name}-removed`, removed, `no longer has the ${words} \`${key}\``);
      }
      for (const key of after.keys())
        if (!before.has(key)) note(`${name}-added`, added, `has the ${words} \`${key}\` now`);
    }
  }

  const nothing: SchemaNode = { schema: {}, place: { file: '', key: '', value: {} } };
  const isNothing = createSame(now, now, true);
  const wasNothing = createSame(old, old, true);
  function isEmpty(node: SchemaNode): boolean {
    return isNothing(nothing, node) || wasNothing(nothing, node);
  }

  return { compare, areSame };
}

/** A name with other characters is in quotation marks. */
function step(name: string): string {
  return /^[^.[\]=\s"]+$/.test(name) ? `.${name}` : `.${JSON.stringify(name)}`;
}

function requiredOf({ schema }: SchemaNode): ReadonlySet<string> {
  const list = memberOfObject(schema, 'required');
  return new Set(Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []);
}

function memberFacts({ schema }: SchemaNode): { readonly hasDefault: boolean; readonly isDeprecated: boolean } {
  const hasDefault = memberOfObject(schema, 'default') !== undefined;
  return { hasDefault, isDeprecated: memberOfObject(schema, 'deprecated') === true };
}

function useOf({ schema }: SchemaNode): Pick<Finding, 'use'> {
  if (memberOfObject(schema, 'readOnly') === true) return { use: 'read' };
  return memberOfObject(schema, 'writeOnly') === true ? { use: 'write' } : {};
}
