import { createEngine } from '../../../packages/engine/src/create-engine';
import { describe, expect, it } from 'vitest';
import { bindBlock } from '../../../packages/checker/src/binding/bind-block';
import { catalogue } from '../../../packages/services/src/registry';
import type { BlockRule, FindingProvenance, Rule, RuleDocs } from '../../../packages/checker/src/rules/rule';
import { rules } from '../../../packages/services/src/rules';
import { checkBlock, checkBlockWithFixes } from '../../../packages/checker/src/rules/runner/run-rules';
import { prepareRules } from '../../../packages/checker/src/rules/runner/prepare-rules';
import { summarizeBlocks } from '../../../packages/checker/src/rules/runner/summarize-blocks';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';

const context = { endpoints: [], defaults: {} };
const docs: RuleDocs = { what: '', why: '', remedy: '' };
const keyRequest = 'PUT /_security/api_key\n\n{ "name": "k", "expiration": 5 }\n';

function check(text: string, chosen: readonly Rule[] = rules, onRuleFailure?: (rule: string, frames: string) => void) {
  const block = parseBlock(text);
  return checkBlock({ block, binding: bindBlock(block, context, catalogue), context, rules: chosen, onRuleFailure });
}

function speaking(id: string, provenance: FindingProvenance, message = 'Something.'): BlockRule {
  return {
    id,
    scope: 'block',
    category: 'correctness',
    severity: 'error',
    since: '0.1.0',
    docs,
    request: ({ request }, report) => report({ message, span: request.lineSpan, provenance }),
  };
}

describe('checkBlock', () => {
  it('continues after a rule that throws, and reports its id and its frames once, and nothing of the text', () => {
    const faults: unknown[][] = [];
    const broken: Rule = {
      id: 'broken-rule',
      scope: 'block',
      category: 'correctness',
      severity: 'error',
      since: '0.1.0',
      docs,
      value() {
        throw new Error('quotes the body');
      },
    };
    const findings = check(keyRequest, [broken, ...rules], (...reported) => faults.push(reported));
    expect(faults).toEqual([['broken-rule', expect.stringMatching(/^Error\n\s+at .*run-rules\.test\.ts:/)]]);
    expect(JSON.stringify(faults)).not.toContain('quotes the body');
    expect(findings.map(({ rule }) => rule)).toContain('wrong-type');
  });

  it('lets a rule check another block meanwhile', () => {
    const asking: BlockRule = {
      ...speaking('asking-rule', { kind: 'syntax' }),
      request: ({ request }, report) => {
        if (request.method?.text !== 'PUT') return;
        const others = check('GET /_cat\n', list);
        const message = `Of the other one: ${others.map(({ rule }) => rule).join()}.`;
        report({ message, span: request.lineSpan, provenance: { kind: 'syntax' } });
      },
    };
    const list = [asking, speaking('loud-rule', { kind: 'syntax' })];
    expect(check(keyRequest, list).map(({ message }) => message)).toEqual([
      'Of the other one: loud-rule.',
      'Something.',
    ]);
    expect(check('GET /_cat\n', list).map(({ rule }) => rule)).toEqual(['loud-rule']);
  });

  it('gives a rule its default severity', () => {
    const [finding] = check(keyRequest, [speaking('loud-rule', { kind: 'syntax' })]);
    expect(finding).toMatchObject({ rule: 'loud-rule', severity: 'error' });
  });

  it('never makes an error of a reference fact, and says where it is from', () => {
    const provenance = { kind: 'reference', document: 'search-cluster', section: 'Limits', source: 's' } as const;
    const [finding] = check(keyRequest, [speaking('weak-rule', provenance)]);
    expect(finding?.severity).toBe('warning');
    expect(finding?.message).toBe('Something (reference, not in the document).');
  });

  it('marks what the real service is known to refuse', () => {
    const provenance = { kind: 'reference', document: 'search-cluster', section: 'Limits', source: 's' } as const;
    const [known] = check(keyRequest, [speaking('weak-rule', { ...provenance, isRefused: true })]);
    const [other] = check(keyRequest, [speaking('weak-rule', provenance)]);
    expect(known?.isRefused).toBe(true);
    expect(other?.isRefused).toBeUndefined();
  });

  it.each([
    ['PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "teir": 1 } } }\n', 'unknown-field', 'warning', true],
    ['POST /repos/o/r/hooks\n\n{ "events": ["pull_requests"] }\n', 'unknown-value', 'warning', true],
    // No list of events is complete.
    ['POST /repos/o/r/hooks\n\n{ "events": ["something_new"] }\n', 'unknown-value', 'information', undefined],
  ])('says of %j what the service does', (text, rule, severity, isRefused) => {
    const finding = check(text).find((one) => one.rule === rule);
    expect(finding?.severity).toBe(severity);
    expect(finding?.isRefused).toBe(isRefused);
  });

  it('cites the section in which the fields of an object are', () => {
    const text = 'PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "teir": 1 } } }\n';
    const finding = check(text).find(({ rule }) => rule === 'unknown-field');
    expect(finding?.provenance).toMatchObject({ section: 'Role descriptor (value of each entry of role_descriptors)' });
  });

  it('leaves out what a comment above the line suppresses, and only that', () => {
    const body = '{\n  // rulebook-ignore wrong-type\n  "name": 5,\n  "expiration": 5\n}\n';
    const wrong = check(`PUT /_security/api_key\n\n${body}`).filter(({ rule }) => rule === 'wrong-type');
    expect(wrong.map(({ message }) => message)).toEqual(['`expiration` must be a string.']);
  });

  it('leaves everything in place when the comment names another rule', () => {
    const text = '# rulebook-ignore wrong-type\nPATCH /_security/api_key\n';
    expect(check(text).map(({ rule }) => rule)).toEqual(['undocumented-method']);
  });

  it('is silent about a block without a request', () => {
    expect(check('@host = example.com\n\n# nothing here\n')).toEqual([]);
  });

  it('is silent about a path of no document', () => {
    expect(check('POST https://example.com/graphql\n\n{ "query": "{ a }" }\n')).toEqual([]);
  });

  it('puts the findings into the order of the text', () => {
    const starts = check('PUT /_security/api_key?refresh=now&x=1\n\n{ "zz": 1, "name": 5 }\n').map(
      ({ span }) => span.start,
    );
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect(starts.length).toBeGreaterThan(3);
  });
});

describe('missing-body', () => {
  it('reports a request without the body that its operation requires', () => {
    const services = catalogue.services.map((service) => ({
      ...service,
      operations: service.operations.map((operation) =>
        operation.body ? { ...operation, body: { ...operation.body, required: true } } : operation,
      ),
    }));
    const block = parseBlock('PUT /_security/api_key\n');
    const binding = bindBlock(block, context, { ...catalogue, services });
    const findings = checkBlockWithFixes({ block, binding, context, rules });
    expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(['error missing-body']);
    expect(findings[0]?.fixes?.()[0]?.edits[0]?.newText).toBe('\n\n{\n  "name": "my-key"\n}');
  });
});

describe('summarizeBlocks and the rules across requests', () => {
  const summaries = (...texts: string[]) =>
    summarizeBlocks(
      texts.map((text) => {
        const block = parseBlock(text);
        return { block, binding: bindBlock(block, context, catalogue), context };
      }),
      prepareRules([]),
    );

  const foundAcross = (...texts: string[]) => {
    const engine = createEngine();
    const across = new Set(rules.filter(({ scope }) => scope === 'file').map(({ id }) => id));
    const { findings } = engine.check(engine.openFile(texts.join('')), { context, severities: {} });
    return findings.map((found) => found.filter(({ rule }) => across.has(rule)).map(({ rule }) => rule));
  };

  it('keeps no secret', () => {
    const text = 'POST /repos/o/r/hooks\n\n{ "config": { "url": "https://e.org/", "secret": "hunter2hunter2" } }\n';
    expect(JSON.stringify(summaries(text))).not.toContain('hunter2');
  });

  it('knows nothing of a repository that is a variable', () => {
    expect(summaries('DELETE /repos/{{owner}}/r/hooks/1\n')[0]?.resource).toBeUndefined();
  });

  it('obeys a suppression', () => {
    const remove = 'DELETE /repos/o/r/hooks/1\n';
    const read = '###\nGET /repos/o/r/hooks/1\n';
    const silenced = '###\n# rulebook-ignore deleted-resource\nGET /repos/o/r/hooks/1\n';
    expect(foundAcross(remove, read)[1]).toHaveLength(1);
    expect(foundAcross(remove, silenced)[1]).toEqual([]);
  });

  it('does not trust a variable that is defined twice', () => {
    const remove = '@id = 1\nDELETE /repos/o/r/hooks/{{id}}\n';
    const read = '###\n@id = 2\nGET /repos/o/r/hooks/{{id}}\n';
    expect(foundAcross(remove, read)[1]).toEqual([]);
  });

  it('distinguishes two webhooks that the file creates', () => {
    const create = '###\nPOST /repos/o/r/hooks\n\n{ "config": { "url": "{{u}}", "secret": "{{s}}" } }\n';
    const update = '###\nPATCH /repos/o/r/hooks/1\n\n{ "config": { "url": "{{u}}" } }\n';
    expect(foundAcross(create, create, update)[2]).toEqual([]);
    expect(foundAcross(create, update)[1]).toEqual(['removed-secret']);
  });
});
