import { describe, expect, it } from 'vitest';
import { completeConfiguration } from '../../../packages/sender/src/configuration/complete';
import { parseConfiguration } from '../../../packages/sender/src/configuration/configuration';
import { severityEdit } from '../../../packages/sender/src/configuration/severity-edit';
import { parseEnvironmentFile } from '../../../packages/request-file/src/environments/parse-environment-file';
import { editsSetting } from '../../../packages/json/src/json-edits';
import { nodeAt, valueOfNode } from '../../../packages/json/src/json-node';
import { readJsonTree } from '../../../packages/json/src/json-tree';
import { readRuleset } from '../../../packages/rulesets/src/read-ruleset';
import { readSeedFile } from '../../../packages/sandbox/src/control/seed-file';
import { isYamlTooDeep } from '../../../packages/text/src/yaml-depth';

/** Twice as many as are read. */
const levels = 2_000;
const deep = [
  // More than the stack has room for.
  '['.repeat(20_000),
  '['.repeat(levels) + ']'.repeat(levels),
  '{"a":'.repeat(levels) + '1' + '}'.repeat(levels),
  '[{"a":'.repeat(levels),
  '/* ] */['.repeat(levels),
  '// ]\n['.repeat(levels),
  '["]",'.repeat(levels),
  '["\\"]",'.repeat(levels),
  '["]\n'.repeat(levels),
];
/** They cannot be read either, but nothing is deep in them. */
const broken = ['[}'.repeat(levels), '{"a":]'.repeat(levels), '}'.repeat(levels) + '['.repeat(levels)];

describe('JSON that is nested too deeply', () => {
  it.each(deep)('%.12j is an error', (text) => {
    expect(readJsonTree(text)).toMatchObject({
      root: undefined,
      isTooDeep: true,
      problems: [{ code: 'malformed-json' }],
    });
    expect(editsSetting(text, ['a'], 1)).toBeUndefined();
  });

  it.each([
    '['.repeat(900) + ']'.repeat(900),
    JSON.stringify(Array.from({ length: 5_000 }, () => '[[[')),
    `[${'[{}],'.repeat(5_000)}]`,
    `[${'// [[[\n/* [[[ */1,'.repeat(5_000)}]`,
  ])('%.12j is none', (text) => {
    expect(readJsonTree(text)).toMatchObject({ isTooDeep: false, problems: [] });
  });

  it.each(deep)('%.12j is a finding in rulebook.json', (text) => {
    const { problems } = parseConfiguration(`{"endpoints":${text}}`);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('nested too deeply')]);
    expect(completeConfiguration(`{"endpoints":${text}}`, 5, [])).toBeUndefined();
    expect(severityEdit(`{"endpoints":${text}}`, 'wrong-type', 'off')).toBeUndefined();
  });

  it.each(deep)('%.12j is refused in environments and in the content of a sandbox', (text) => {
    const file = parseEnvironmentFile('http-client.env.json', `{"dev":{"a":${text}}}`);
    expect(file?.problems.map(({ message }) => message)).toEqual([expect.stringContaining('nested too deeply')]);
    expect(readSeedFile([], `{"repositories":${text}}`)).toEqual({
      cause: expect.stringContaining('nested too deeply') as string,
    });
  });

  it.each(broken)('%.12j is a finding, too', (text) => {
    const { problems } = parseConfiguration(`{"endpoints":${text}}`);
    expect(problems[0]?.message).toContain('The file is not valid JSON from here on');
    severityEdit(`{"endpoints":${text}}`, 'wrong-type', 'off');
  });
});

describe('nodes of a text', () => {
  it('are found by the names and indices that lead to them', () => {
    const { root } = readJsonTree('\uFEFF{"a": [1, {"b": 2, "b": 3}], "c": }');
    expect(nodeAt(root, ['a', 1, 'b'])).toMatchObject({ value: 2, offset: 17 });
    expect(['c', 'd'].map((name) => nodeAt(root, [name]))).toEqual([undefined, undefined]);
    expect([[0], ['a', 'b'], ['a', 2], ['a', -1]].map((path) => nodeAt(root, path))).toEqual(Array(4).fill(undefined));
    expect(root && valueOfNode(root)).toEqual({ a: [1, { b: 3 }] });
  });
});

describe('YAML that is nested too deeply', () => {
  it.each([...deep.slice(0, 4), '- '.repeat(levels), '? '.repeat(levels)])(
    '%.12j is a finding in a ruleset',
    (text) => {
      expect(isYamlTooDeep(text)).toBe(true);
      const { problems } = readRuleset(`rules:\n  a:\n    given: ${text}\n`, 'rules.yaml');
      expect(problems.length).toBe(1);
    },
  );
});
