import { bodyFiles } from '../body-files';
import { describe, expect, it } from 'vitest';
import { bindBlock } from '../../../../packages/checker/src/binding/bind-block';
import { literalPlaceholdersOf } from '../../../../packages/checker/src/binding/literal-placeholders';
import { createEngine } from '../../../../packages/engine/src/index';
import { parseBlock } from '../../../../packages/request-file/src/syntax/parse-block';
import { materialise } from '../../../../packages/sender/src/variables/materialise';
import { catalogue } from '../../../../packages/services/src/registry';
import { expectOffers, hoverTextAt } from '../../features/check-feature';

const options = { context: { endpoints: [], defaults: {} }, severities: {} };
const engine = createEngine();
const pattern = (body: string) => `@leader_indexx = x\n\nPUT /_ccr/auto_follow/logs\n\n${body}\n`;

function planOf(text: string) {
  return engine.plan(engine.openFile(text), 0, options);
}

describe('a text that the service fills in', () => {
  const plain = '{ "remote_cluster": "{{remote}}", "follow_index_pattern": "{{leader_index}}-{{suffix}}" }';

  it('is sent as it is written, with the variables next to it filled in', () => {
    const plan = planOf(pattern(plain));
    expect(plan?.variables).toEqual(['remote', 'suffix']);
    expect(plan?.body).toEqual({
      kind: 'text',
      form: 'json',
      segments: [
        '{ "remote_cluster": "',
        { variable: 'remote' },
        '", "follow_index_pattern": "{{leader_index}}-',
        { variable: 'suffix' },
        '" }',
      ],
    });
  });

  it('is sent as it is written when comments before it are left out', () => {
    const plan = planOf(pattern(`{ # {{comment}}\n  "follow_index_pattern": "{{ leader_index }}" // why\n}`));
    expect(plan?.variables).toEqual([]);
    expect(JSON.stringify(plan?.body)).toContain('{{ leader_index }}');
  });

  it('is a variable in every other element, and without quotes', () => {
    expect(planOf(pattern('{ "remote_cluster": "{{leader_index}}" }'))?.variables).toEqual(['leader_index']);
    expect(planOf(pattern('{ "follow_index_pattern": {{leader_index}} }'))?.variables).toEqual(['leader_index']);
    expect(planOf('PUT /a/_ccr/follow\n\n{ "leader_index": "{{leader_index}}" }\n')?.variables).toEqual([
      'leader_index',
    ]);
  });

  it('is sent as it is written from a file whose variables are filled in', () => {
    const plan = planOf(pattern('<@ ./pattern.json'));
    const result = materialise({
      plan: plan!,
      files: bodyFiles(
        './pattern.json',
        '{ "remote_cluster": "{{leader_index}}", "follow_index_pattern" : "{{ leader_index }}-{{suffix}}" }',
      ),
      resolve: (name) => ({ value: `<${name}>`, isSecret: false }),
      system: { now: () => 0, guid: () => '', random: () => 0, environment: () => undefined },
    });
    expect('request' in result && result.request.body).toBe(
      '{ "remote_cluster": "<leader_index>", "follow_index_pattern" : "{{ leader_index }}-<suffix>" }',
    );
    expect(planOf(pattern('< ./pattern.json'))?.body).not.toHaveProperty('literals');
  });

  it('is not a misspelt variable', () => {
    const found = (text: string) => {
      const { findings } = engine.check(engine.openFile(text), options);
      return findings[0]?.filter(({ rule }) => rule === 'undefined-variable').length;
    };
    expect(found(pattern(plain))).toBe(0);
    expect(found(pattern('{ "remote_cluster": "{{leader_index}}" }'))).toBe(1);
  });

  it('is looked for only by its names: for another variable, no value is bound', () => {
    const block = parseBlock('PUT /_ccr/auto_follow/logs\n\n{ "follow_index_pattern": "{{suffix}}" }');
    const binding = bindBlock(block, options.context, catalogue);
    if (binding?.body === undefined) throw new Error('The request has a body.');
    let isBound = false;
    const body = new Proxy(binding.body, {
      get(target, key) {
        isBound = true;
        return Reflect.get(target, key, target) as unknown;
      },
    });
    expect(literalPlaceholdersOf({ ...binding, block, body })).toEqual([]);
    expect(isBound).toBe(false);
  });

  it('is described and offered as what it is', () => {
    expect(hoverTextAt(pattern('{ "follow_index_pattern": "{{leader<|>_index}}-copy" }'))).toContain(
      'filled in by the service',
    );
    expect(hoverTextAt(pattern('{ "remote_cluster": "{{leader<|>_index}}" }'))).not.toContain(
      'filled in by the service',
    );
    expectOffers(pattern('{ "follow_index_pattern": "{{<|>}}" }'), 'leader_index');
    expectOffers(pattern('{ "remote_cluster": "{{<|>}}" }'), '-leader_index');
  });
});
