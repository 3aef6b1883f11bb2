import { describe, expect, it } from 'vitest';
import { bindBlock } from '../../../packages/checker/src/binding/bind-block';
import { rules } from '../../../packages/services/src/rules';
import { collectReports } from '../../../packages/checker/src/rules/runner/collect-reports';
import { partsOfBlock, setOfParts } from '../../../packages/checker/src/rules/support/block-parts';
import { catalogue } from '../../../packages/services/src/registry';
import { openRequestFile } from '../../../packages/request-file/src/syntax/request-file';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { exampleTexts } from '../../rules/examples';

const included = { kind: 'unreadable', cause: 'it is not there' } as const;
const context = { endpoints: [], defaults: {}, include: () => included };
const blocks = exampleTexts.flatMap((text) =>
  [...openRequestFile(text).blocks].map((source) => {
    const block = parseBlock(source.text);
    return { block, binding: bindBlock(block, context, catalogue) };
  }),
);
const limited = rules.flatMap((rule) => ('within' in rule && rule.within !== undefined ? [rule] : []));

describe('the parts that a rule looks at', () => {
  it('are all that it reports something about', () => {
    const wrong = new Set<string>();
    for (const { block, binding } of blocks) {
      const parts = partsOfBlock(block, binding, context);
      for (const rule of limited) {
        if ((setOfParts(rule.within ?? []) & parts) !== 0) continue;
        const report = () => wrong.add(rule.id);
        rule.block?.(block, report, context);
        if (binding !== undefined && 'request' in rule) rule.request?.(binding, report, context);
      }
    }
    expect([...wrong]).toEqual([]);
  });

  it('are, with its operation, all that a request rule reports something about', () => {
    const wrong = new Set<string>();
    const chosen = rules.flatMap((rule) =>
      rule.scope === 'block' && rule.concernsRequest !== undefined ? [rule] : [],
    );
    for (const { binding } of blocks)
      for (const { id, concernsRequest, request } of chosen)
        if (binding !== undefined && concernsRequest?.(binding.operation, binding.service) === false)
          request?.(binding, () => wrong.add(id), context);
    expect(chosen.length).toBeGreaterThan(5);
    expect([...wrong]).toEqual([]);
  });

  it('leave less than five questions for a usual request', () => {
    const text =
      '### One\nPOST /_security/api_key\nAuthorization: Bearer {{token}}\nContent-Type: application/json\n\n{ "name": "a" }\n';
    const asked: string[] = [];
    const counted = rules.map((rule) =>
      rule.scope === 'block' && (rule.request ?? rule.block) !== undefined
        ? {
            ...rule,
            ...(rule.request && { request: () => void asked.push(rule.id) }),
            ...(rule.block && { block: () => void asked.push(rule.id) }),
          }
        : rule,
    );
    const block = parseBlock(text);
    collectReports({ block, binding: bindBlock(block, context, catalogue), context, rules: counted }, (rule) => rule);
    expect(asked.length).toBeLessThan(5);
  });

  it('decide whether it is asked about a block, each of them alone', () => {
    const asked: string[] = [];
    const watched = limited.map((rule) => ({ ...rule, request: undefined, block: () => void asked.push(rule.id) }));
    const ask = (text: string) => {
      asked.length = 0;
      const block = parseBlock(text);
      collectReports({ block, binding: bindBlock(block, context, catalogue), context, rules: watched }, (rule) => rule);
      return [...asked];
    };
    expect(ask('GET /_security/_authenticate\n')).toEqual([]);
    expect(ask('GET /_security/_authenticate?pretty\n')).toEqual(
      limited.flatMap(({ id, within }) => (within?.includes('query') === true ? [id] : [])),
    );
    expect(ask('# @name one\nGET /_security/_authenticate\n')).toEqual(
      limited.flatMap(({ id, within }) => (within?.includes('directives') === true ? [id] : [])),
    );
  });

  it('are, of values and parameters, all whose shape or field concerns it', () => {
    const wrong = new Set<string>();
    const valueRules = rules.flatMap((rule) => (rule.scope === 'block' && rule.value !== undefined ? [rule] : []));
    const parameterRules = rules.flatMap((rule) =>
      rule.scope === 'block' && rule.parameter !== undefined ? [rule] : [],
    );
    for (const { binding } of blocks) {
      if (binding === undefined) continue;
      const waiting = [binding.body, ...(binding.lines ?? []).map(({ value }) => value)];
      for (let value = waiting.pop(); value !== undefined || waiting.length > 0; value = waiting.pop()) {
        if (value === undefined) continue;
        const { shape, field, isMismatch } = value;
        for (const rule of isMismatch ? [] : valueRules)
          if (rule.isForRecorded !== true && rule.concerns?.(shape, field) === false)
            rule.value?.(value, binding, () => wrong.add(rule.id));
        waiting.push(...value.items, ...value.also, ...value.members.map((member) => member.value));
      }
      for (const parameter of [...binding.path, ...binding.query, ...binding.headers])
        for (const rule of parameterRules)
          if (rule.concernsParameter?.(parameter.field) === false)
            rule.parameter?.(parameter, binding, () => wrong.add(rule.id));
    }
    expect([...wrong]).toEqual([]);
  });
});
