import { describe, expect, it } from 'vitest';
import type { Severity } from '../../../packages/services/src/index';
import { readRuleset } from '../../../packages/rulesets/src/read-ruleset';
import { applyFix, bareOptions, checkText, strictEngine } from '../../rules/check-text';

const entry = '{ "names": ["logs-*"], "privilege": ["read"] }';
const keyWith = (entries: string, head = '') =>
  `POST /_security/api_key\n\n${head}{ "name": "a", "expiration": "1d", "role_descriptors": { "r": { "indices": [${entries}] } } }\n`;

function found(text: string, severities: Readonly<Record<string, Severity | 'off'>> = {}) {
  return checkText(text, { ...bareOptions, severities }).map(
    ({ finding: { rule, severity } }) => `${severity} ${rule}`,
  );
}

describe('A misspelt name next to the missing one', () => {
  it('is one error, whose first fix writes the name', () => {
    const text = keyWith(entry);
    const [only, ...others] = checkText(text);
    expect(others).toEqual([]);
    expect(only && text.slice(only.start, only.end)).toBe('"privilege"');
    expect(only?.finding.severity).toBe('error');
    expect(only?.finding.fixes?.()[0]?.title).toBe('Change to ‘privileges’');
    expect(checkText(applyFix(text, only!, 0) ?? '')).toEqual([]);
  });

  it('has a fix that makes the value what the right name takes', () => {
    const text = keyWith(entry.replace('["read"]', '"read"'));
    const [only] = checkText(text);
    expect(only?.finding.fixes?.()[0]?.title).toBe('Change to ‘privileges’, and its value to a list');
    const fixed = applyFix(text, only!, 0) ?? '';
    expect(fixed).toBe(keyWith(entry.replace('privilege', 'privileges')));
    expect(checkText(fixed)).toEqual([]);
  });

  it('is one error wherever an edit of a large body made it', () => {
    const good = Array.from({ length: 2_000 }, () => entry.replace('privilege', 'privileges')).join(',\n');
    const engine = strictEngine();
    const before = engine.openFile(keyWith(good));
    engine.check(before, bareOptions);
    const line = 1_000;
    const character = engine.textOf(before).split('\n')[line]!.indexOf('privileges') + 'privilege'.length;
    const [start, end] = [
      { line, character },
      { line, character: character + 1 },
    ];
    const broken = engine.editFile(before, [{ start, end, newText: '' }]);
    const all = engine.check(broken, bareOptions).findings.flat();
    expect(all.map(({ rule, severity }) => [rule, severity])).toEqual([['unknown-field', 'error']]);
    const repaired = engine.editFile(broken, [{ start, end: start, newText: 's' }]);
    expect(engine.check(repaired, bareOptions).findings.flat()).toEqual([]);
  });

  it.each<[how: string, severities: Readonly<Record<string, Severity | 'off'>>, expected: readonly string[]]>([
    ['off: the missing one is', { 'unknown-field': 'off' }, ['error required-field']],
    ['weaker: both are', { 'unknown-field': 'hint' }, ['error required-field', 'hint unknown-field']],
    ['as severe: one', { 'unknown-field': 'error' }, ['error unknown-field']],
    ['the other off: its own severity', { 'required-field': 'off' }, ['warning unknown-field']],
    ['the other weaker: its own severity', { 'required-field': 'hint' }, ['warning unknown-field']],
  ])('follows the chosen severities (%s)', (_, severities, expected) => {
    expect(found(keyWith(entry), severities)).toEqual(expected);
  });

  it('leaves the missing one where a comment allows the word', () => {
    expect(found(keyWith(entry, '# rulebook-ignore unknown-field\n'))).toEqual(['error required-field']);
  });

  it('is one finding next to a house rule about a query parameter', () => {
    const { rules, problems } = readRuleset(
      [
        'rules:',
        '  paged:',
        '    message: Lists are paged.',
        '    severity: error',
        "    given: { service: code-hosting, path: '/repos/**', at: /query }",
        '    then: { field: per_page, function: truthy }',
      ].join('\n'),
      'r.yaml',
    );
    expect(problems).toEqual([]);
    const options = { ...bareOptions, context: { ...bareOptions.context, houseRules: rules } };
    const list = (query: string) =>
      checkText(`GET /repos/octocat/hello-world/hooks?${query}\n`, options).map(
        ({ finding: { rule, severity, message } }) => [rule, severity, message.includes('Lists are paged.')],
      );
    expect(list('per_pge=5')).toEqual([['unknown-query-parameter', 'error', true]]);
    expect(list('page=1')).toEqual([['house-rule', 'error', true]]);
    expect(list('per_page=5')).toEqual([]);
  });
});
