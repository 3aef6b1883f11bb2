import type { ParseError } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import {
  isTooDeep,
  isYamlTooDeep,
  locationAt,
  modify,
  parseTree,
  parseValue,
} from '../../../engine/src/text/json-tree';
import { parseConfiguration } from '../../../engine/src/configuration/configuration';
import { completeConfiguration } from '../../../engine/src/configuration/complete';
import { severityEdit } from '../../../engine/src/configuration/severity-edit';
import { readRuleset } from '../../../engine/src/rules/house/read-ruleset';

/** More than the stack has room for. */
const levels = 20_000;
const deep = [
  '['.repeat(levels),
  '['.repeat(levels) + ']'.repeat(levels),
  '{"a":'.repeat(levels) + '1' + '}'.repeat(levels),
  '[{"a":'.repeat(levels),
  // A bracket that closes another kind closes none.
  '[}'.repeat(levels),
  '{"a":]'.repeat(levels),
  '}'.repeat(levels) + '['.repeat(levels),
  '/* ] */['.repeat(levels),
  '// ]\n['.repeat(levels),
  '["]",'.repeat(levels),
  '["\\"]",'.repeat(levels),
  '["]\n'.repeat(levels),
];

describe('JSON that is nested too deeply', () => {
  it.each(deep)('%.12j is an error', (text) => {
    const errors: ParseError[] = [];
    expect(parseTree(text, errors)).toBeUndefined();
    expect(parseValue(text, errors)).toBeUndefined();
    expect(errors.map(isTooDeep)).toEqual([true, true]);
    expect(locationAt(text, 3)).toBeUndefined();
    expect(() => modify(text, ['a'], 1, {})).toThrow('Nested too deeply.');
  });

  it.each([
    '['.repeat(900) + ']'.repeat(900),
    JSON.stringify(Array.from({ length: 5_000 }, () => '[[[')),
    '[{}]'.repeat(5_000),
    `[${'// [[[\n/* [[[ */1,'.repeat(5_000)}]`,
  ])('%.12j is none', (text) => {
    const errors: ParseError[] = [];
    expect(parseTree(text, errors, { allowTrailingComma: true })).toBeDefined();
    expect(errors.filter(isTooDeep)).toEqual([]);
  });

  it.each(deep)('%.12j is a finding in rulebook.json', (text) => {
    const { problems } = parseConfiguration(`{"endpoints":${text}}`);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('nested too deeply')]);
    expect(completeConfiguration(`{"endpoints":${text}}`, 5, [])).toBeUndefined();
    expect(severityEdit(`{"endpoints":${text}}`, 'wrong-type', 'off')).toBeUndefined();
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
