import { memberOfObject } from '@rulebook/description/openapi/place';
import type { SchemaNode, Surface } from '../surface/surface';
import type { Effect, Finding, Way } from './finding';
import { findKeywords } from './keyword-findings';
import { lists, namedParts, parts } from './keywords';
import { isTooEarly } from './lifecycle';
import { likeName } from './like-names';
import { listedValues } from './listed-values';
import { matchLists, nameOfSchema } from './match-lists';
import { sampleValue } from './sample-value';
import { createSame, type AreSame } from './same';
import { wrappingOf, type Wrapping } from './wrapping';

/** Takes schemas in two schemas that are to be compared, each with the end of its name. */
export type Into = (step: string, one: SchemaNode | undefined, other: SchemaNode | undefined) => void;

const nothing: SchemaNode = { schema: {}, place: { file: '', key: '', value: {} } };

/** Finds what differs in two schemas themselves, and names the schemas in them. */
export class LocalComparison {
  readonly #old: Surface;
  readonly #now: Surface;
  readonly #today: string | undefined;
  /** Schemas that allow the same values. */
  readonly #areEquivalent: AreSame;
  /** Schemas that are written in the same way. */
  readonly #areAlike: AreSame;
  readonly #isNothing: AreSame;
  readonly #wasNothing: AreSame;

  constructor(old: Surface, now: Surface, today?: string) {
    this.#today = today;
    this.#old = old;
    this.#now = now;
    this.#areEquivalent = createSame(old, now, { withoutDefaults: true });
    this.#areAlike = createSame(old, now, { withoutDefaults: true, byName: true });
    this.#isNothing = createSame(now, now, { withoutDefaults: true });
    this.#wasNothing = createSame(old, old, { withoutDefaults: true });
  }

  /** Adds what differs, and hands the schemas in both to `into`. */

  findIn(a: SchemaNode, b: SchemaNode, way: Way, findings: Finding[], into: Into): void {
    const base = { at: '', isInner: false, from: a.place, to: b.place } as const;
    if (a.schema === false || b.schema === false) {
      const isClosed = b.schema === false;
      const kind = isClosed ? 'schema-became-false' : 'schema-became-not-false';
      const words = isClosed ? 'may have no value anymore' : 'may have a value now';
      findings.push({ ...base, kind, effect: isClosed ? 'narrows' : 'widens', words });
      return;
    }
    const wrapping = wrappingOf(a, b, [this.#old, this.#now], this.#areEquivalent);
    if (wrapping.orNull !== undefined) {
      into('', ...wrapping.orNull);
      return;
    }
    if (wrapping.nullable !== undefined) {
      const isNow = wrapping.nullable === 'became-nullable';
      const words = isNow ? 'may be null now' : 'may no longer be null';
      const list = isNow ? 'list-of-types-widened' : 'list-of-types-narrowed';
      const kind = wrapping.apartFromNull === undefined ? wrapping.nullable : list;
      findings.push({ ...base, kind, effect: isNow ? 'widens' : 'narrows', words });
      if (wrapping.apartFromNull !== undefined) into('', ...wrapping.apartFromNull);
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
    const values = listedValues(a, b, [this.#old, this.#now]);
    findKeywords(a, b, way, { wrapping, values }, (finding) => findings.push(finding));
    this.#findMembers(a, b, wrapping, findings, into);
    this.#findParts(a, b, findings, into);
    this.#findLists(a, b, wrapping, findings, into);
  }

  #findMembers(a: SchemaNode, b: SchemaNode, wrapping: Wrapping, findings: Finding[], into: Into): void {
    const [before, after] = [this.#old.children(a, 'properties'), this.#now.children(b, 'properties')];
    const [was, is] = [requiredOf(a), requiredOf(b)];
    const removed = [...before.keys()].filter((name) => !after.has(name) && !wrapping.moved?.has(name));
    const added = [...after.keys()].filter((name) => !before.has(name));
    for (const name of removed) {
      const node = before.get(name);
      if (node === undefined) continue;
      const fitting = added.filter((one) => this.#sameNode(node, after.get(one)));
      const to = likeName(name, removed, fitting.length === added.length ? added : fitting);
      const facts = memberFacts(node);
      const isEarly = isTooEarly(facts.isDeprecated, textOfMember(node, 'x-sunset'), this.#today);
      const member = { ...facts, isRequired: was.has(name), isEarly };
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
        ...(isRequired ? { repair: { kind: 'insert', name, value: sampleValue(node, this.#now) } } : {}),
      });
    }
    for (const [name, node] of before) {
      const other = after.get(name);
      if (other === undefined) continue;
      this.#findUses(
        name,
        node,
        other,
        { isRequired: was.has(name), wasNeeded: was.has(name) && is.has(name) },
        findings,
      );
      if (was.has(name) !== is.has(name)) this.#findRequired(name, other, is.has(name), findings);
      into(step(name), node, other);
    }
  }

  #sameNode(node: SchemaNode, other: SchemaNode | undefined): boolean {
    return other !== undefined && this.#areEquivalent(node, other);
  }

  #findRequired(name: string, node: SchemaNode, isRequired: boolean, findings: Finding[]): void {
    const facts = memberFacts(node);
    const base = { at: step(name), isInner: false, to: node.place, ...useOf(node) };
    findings.push(
      isRequired
        ? {
            ...base,
            ...{ kind: facts.hasDefault ? 'became-required-with-default' : 'became-required', effect: 'narrows' },
            ...{ words: 'is required now', repair: { kind: 'insert', name, value: sampleValue(node, this.#now) } },
          }
        : { ...base, kind: 'became-optional', effect: 'widens', words: 'is no longer required' },
    );
  }

  #findUses(
    name: string,
    a: SchemaNode,
    b: SchemaNode,
    { isRequired, wasNeeded }: { readonly isRequired: boolean; readonly wasNeeded: boolean },
    findings: Finding[],
  ): void {
    for (const [keyword, word] of [
      ['readOnly', 'read-only'],
      ['writeOnly', 'write-only'],
    ] as const) {
      const [was, is] = [a, b].map(({ schema }) => memberOfObject(schema, keyword) === true);
      if (was === is) continue;
      // It was required in requests before, too.
      const end = !is && keyword === 'readOnly' && wasNeeded && this.#old.requiresReadOnly ? '-in-openapi-31' : '';
      const kind = `${isRequired ? 'required' : 'optional'}-property-became-${is ? '' : 'not-'}${word}${end}`;
      const words = is ? `is ${word} now` : `is no longer ${word}`;
      findings.push({ at: step(name), isInner: false, kind, effect: 'none', words, from: a.place, to: b.place });
    }
  }

  #findParts(a: SchemaNode, b: SchemaNode, findings: Finding[], into: Into): void {
    const base = { at: '', isInner: false, from: a.place, to: b.place } as const;
    for (const { keyword, name, added, removed, step: behind } of parts) {
      const [one, other] = [this.#old.child(a, keyword), this.#now.child(b, keyword)];
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

  #findLists(a: SchemaNode, b: SchemaNode, wrapping: Wrapping, findings: Finding[], into: Into): void {
    const base = { at: '', isInner: false, from: a.place, to: b.place } as const;
    const note = (kind: string, effect: Effect, words: string): void => {
      findings.push({ ...base, kind, effect, words });
    };
    for (const { keyword, name, added, removed, step: behind, words } of lists) {
      const isForm = keyword === 'oneOf' || keyword === 'anyOf';
      const matched = matchLists(this.#old.items(a, keyword), this.#now.items(b, keyword), {
        ...{ areSame: this.#areEquivalent, areAlike: this.#areAlike, isForm },
      });
      for (const [one, other] of matched.pairs) into(behind, one, other);
      if (isForm && wrapping.types !== undefined) continue;
      const empty = (node: SchemaNode): boolean => keyword === 'allOf' && this.#isEmpty(node);
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
      const [before, after] = [this.#old.children(a, keyword), this.#now.children(b, keyword)];
      for (const [key, node] of before) {
        if (after.has(key)) into(behind, node, after.get(key));
        else note(`${name}-removed`, removed, `no longer has the ${words} \`${key}\``);
      }
      for (const key of after.keys())
        if (!before.has(key)) note(`${name}-added`, added, `has the ${words} \`${key}\` now`);
    }
  }

  #isEmpty(node: SchemaNode): boolean {
    return this.#isNothing(nothing, node) || this.#wasNothing(nothing, node);
  }
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

function textOfMember({ schema }: SchemaNode, keyword: string): string | undefined {
  const value = memberOfObject(schema, keyword);
  return typeof value === 'string' ? value : undefined;
}

function useOf({ schema }: SchemaNode): Pick<Finding, 'use'> {
  if (memberOfObject(schema, 'readOnly') === true) return { use: 'read' };
  return memberOfObject(schema, 'writeOnly') === true ? { use: 'write' } : {};
}
