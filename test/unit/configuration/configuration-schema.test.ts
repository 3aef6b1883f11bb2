import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import {
  configurationSchema,
  configurationShape,
  parseConfiguration,
  settingMembers,
  severityEdit,
} from '../../../packages/sender/src/configuration/index';
import { applyEdits } from '../../../packages/text/src/edit';

const { rules } = createEngine();
const ids = rules.map(({ id }) => id);
const schema = configurationSchema(rules);

interface Described {
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly additionalProperties?: Described;
  readonly items?: Described;
  readonly required?: readonly string[];
  readonly description?: string;
}
const root = schema as Described;

describe('the schema of rulebook.json', () => {
  it('is the one that is shipped', () => {
    const path = join(import.meta.dirname, '../../../schemas/rulebook.schema.json');
    expect(existsSync(path)).toBe(true);
    expect(JSON.parse(readFileSync(path, 'utf8')), 'run `npm run docs`').toEqual(JSON.parse(JSON.stringify(schema)));
  });

  it('names every rule with a sentence', () => {
    const named = root.properties?.['rules']?.properties ?? {};
    expect(Object.keys(named).sort()).toEqual([...ids].sort());
    for (const { description } of Object.values(named)) expect(description).toMatch(/\w.*\.\s\(\w+ unless set\)$/);
  });

  // Each member takes the reader's own values, and refuses what the reader refuses.
  const endpoint = root.properties?.['endpoints']?.additionalProperties?.properties ?? {};
  const body = root.properties?.['bodies']?.items?.properties ?? {};
  const read = (member: string, value: string) =>
    parseConfiguration(
      JSON.stringify({ endpoints: { a: { service: 'code-hosting', baseUrl: 'http://h', [member]: value } } }),
    ).problems;
  const readBody = (member: string, value: string) =>
    parseConfiguration(JSON.stringify({ bodies: [{ files: 'x', request: 'PUT /x', [member]: value }] })).problems;
  const accepts = ({ enum: values, pattern }: Described, value: string) =>
    values ? values.includes(value) : new RegExp(pattern ?? '').test(value);

  it.each([
    ['baseUrl', 'https://example.org:9243/es/', 'example.org'],
    ['baseUrl', 'HTTP://[::1]:9200', 'http://u:p@h'],
    ['baseUrl', 'http://h', 'http://h?x'],
    ['version', '8.15.0', '8'],
    ['deployment', 'serverless', 'moon'],
    ['vendor', 'github', 'a b'],
  ])('agrees with the reader about %s', (member, good, bad) => {
    const described = endpoint[member] ?? {};
    expect([accepts(described, good), read(member, good).length]).toEqual([true, 0]);
    expect([accepts(described, bad), read(member, bad).length]).toEqual([false, 1]);
  });

  it.each([
    ['request', 'PUT /x', '/x'],
    ['at', '/a/*', 'a'],
    ['at', '', 'a/b'],
  ])('agrees with the reader about %s of a body', (member, good, bad) => {
    const described = body[member] ?? {};
    expect([accepts(described, good), readBody(member, good).length]).toEqual([true, 0]);
    expect([accepts(described, bad), readBody(member, bad).length]).toEqual([false, 1]);
  });
});

it('offers the documented services for endpoints, and takes those that the file defines', () => {
  const { properties } = root.properties?.['endpoints']?.additionalProperties ?? {};
  expect(properties?.['service']).toMatchObject({
    anyOf: [{ enum: ['search-cluster', 'code-hosting'] }, { type: 'string' }],
  });
  expect(root.properties?.['defaults']?.additionalProperties).not.toBe(false);
});

describe('the examples of the description', () => {
  const { members } = configurationShape();
  const problemsOf = (value: unknown) => parseConfiguration(JSON.stringify(value), { ruleIds: ids }).problems;
  const prod = { service: 'search-cluster', baseUrl: 'https://es.example.org:9243' };

  it.each(Object.entries(members))('%s is accepted', (name, { example }) => {
    expect(problemsOf({ endpoints: { prod }, [name]: example })).toEqual([]);
  });

  it.each(Object.entries(members.endpoints.shape.values.members))(
    '%s of an endpoint is accepted',
    (name, { example }) => {
      expect(problemsOf({ endpoints: { prod: { ...prod, [name]: example } } })).toEqual([]);
    },
  );

  it.each(Object.entries(members.services.shape.values.members))('%s of a service is accepted', (name, { example }) => {
    expect(problemsOf({ services: { shop: { description: 'a.json', [name]: example } } })).toEqual([]);
  });

  it.each(Object.entries(members.bodies.shape.items.members))('%s of a body is accepted', (name, { example }) => {
    expect(problemsOf({ bodies: [{ files: 'x', request: 'PUT /x', [name]: example }] })).toEqual([]);
  });

  it.each(Object.entries(settingMembers))('%s is accepted', (name, { example }) => {
    expect(problemsOf({ [name.replace('rulebook.', '')]: example })).toEqual([]);
  });
});

describe('parseConfiguration with rule ids', () => {
  it.each([
    ['wrong-typ', 'Did you mean `wrong-type`?'],
    ['no-such-thing-at-all', 'There is no rule `no-such-thing-at-all`.'],
  ])('reports %s', (id, words) => {
    const { problems } = parseConfiguration(JSON.stringify({ rules: { [id]: 'off' } }), { ruleIds: ids });
    expect(problems).toMatchObject([{ severity: 'warning', message: expect.stringContaining(words) as string }]);
  });

  it('knows all rules, and knows none that is not given', () => {
    const all = JSON.stringify({ rules: Object.fromEntries(ids.map((id) => [id, 'hint'])) });
    expect(parseConfiguration(all, { ruleIds: ids }).problems).toEqual([]);
    expect(parseConfiguration('{ "rules": { "other": "off" } }').problems).toEqual([]);
  });
});

describe('severityEdit', () => {
  const after = (text: string): unknown => parse(applyEdits(text, severityEdit(text, 'a-rule', 'hint') ?? []));

  it.each([
    ['', { rules: { 'a-rule': 'hint' } }],
    ['  \n', { rules: { 'a-rule': 'hint' } }],
    ['{}', { rules: { 'a-rule': 'hint' } }],
    ['{ "rules": { "a-rule": "off" } }', { rules: { 'a-rule': 'hint' } }],
    ['{ "rules": { "b": "off", }, // c\n }', { rules: { b: 'off', 'a-rule': 'hint' } }],
    ['{ "defaults": {} }', { defaults: {}, rules: { 'a-rule': 'hint' } }],
  ])('writes into %j', (text, expected) => {
    expect(after(text)).toEqual(expected);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        for (const { span } of severityEdit(text, 'a-rule', 'off') ?? []) {
          expect(span.end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});
