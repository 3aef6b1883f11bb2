import { describe, expect, it } from 'vitest';
import { applyFix, bareOptions, checkText, strictEngine } from '../../rules/check-text';

const hooks = '/repos/octocat/hello-world/hooks';
const url = '"url": "https://example.com/"';
const create = `# @name create\nPOST ${hooks}\n\n{ "config": { ${url}, "secret": "{{s}}" } }\n`;
const update = (head = '') =>
  `${head}PATCH ${hooks}/{{create.response.body.id}}\n\n{ "config": { ${url} }, "active": true }\n`;
const secretRules = ['dropped-secret', 'removed-secret'];

function secretFindings(text: string, severities: Parameters<typeof checkText>[1] = bareOptions) {
  return checkText(text, severities).filter(({ finding }) => secretRules.includes(finding.rule));
}

describe('a secret that an update removes', () => {
  it('is reported once, with the position where it was set', () => {
    const found = secretFindings(`${create}\n###\n${update()}`);
    expect(found.map(({ finding }) => finding.rule)).toEqual(['removed-secret']);
    expect(found[0]?.finding.related).toHaveLength(1);
  });

  it('keeps the quick fix', () => {
    const text = `${create}\n###\n${update()}`;
    const [found] = secretFindings(text);
    expect(found && applyFix(text, found, 0)).toContain(`"config": { ${url}, "secret": "{{hook_secret}}" }, "active"`);
  });

  it('is reported alone where the file does not say that there was one', () => {
    expect(secretFindings(update()).map(({ finding }) => finding.rule)).toEqual(['dropped-secret']);
  });

  it.each<[how: string, text: string, options: Parameters<typeof checkText>[1]]>([
    ['switched off', `${create}\n###\n${update()}`, { ...bareOptions, severities: { 'removed-secret': 'off' } }],
    ['ignored', `${create}\n###\n${update().replace('\n\n{', '\n\n# rulebook-ignore removed-secret\n{')}`, bareOptions],
  ])('is reported alone where the fuller rule is %s', (_how, text, options) => {
    expect(secretFindings(text, options).map(({ finding }) => finding.rule)).toEqual(['dropped-secret']);
  });

  it('is reported by the other rule once an edit takes the first secret away', () => {
    const engine = strictEngine();
    const before = engine.openFile(`${create}\n###\n${update()}`);
    engine.check(before, bareOptions);
    const secret = ', "secret": "{{s}}"';
    const lines = engine.textOf(before).split('\n');
    const line = lines.findIndex((each) => each.includes(secret));
    const character = lines[line]!.indexOf(secret);
    const [start, end] = [
      { line, character },
      { line, character: character + secret.length },
    ];
    const after = engine.editFile(before, [{ start, end, newText: '' }]);
    const { findings } = engine.check(after, bareOptions);
    const reported = findings.flat().filter(({ rule }) => secretRules.includes(rule));
    expect(reported.map(({ rule }) => rule)).toEqual(['dropped-secret']);
  });
});
