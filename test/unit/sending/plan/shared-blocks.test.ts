import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/index';

const engine = createEngine();
const options = { context: { endpoints: [], defaults: {} }, severities: {} };

function plansOf(text: string) {
  return [...engine.planAll(engine.openFile(text), options)];
}

const script = '< {%\n  client.global.set("g", "1");\n%}\n';

describe('a shared block of Kulala', () => {
  it.each(['Shared', 'Shared each', 'KULALA_SHARED', 'KULALA_SHARED_EACH'])(
    'called %s has scripts that run with each request',
    (title) => {
      const [plan, other] = plansOf(`### ${title}\n${script}\n### a\nGET http://h/{{g}}\n\n### b\nGET http://h/b\n`);
      const shared = [expect.objectContaining({ isShared: true, phase: 'request', line: 1 })];
      expect(plan?.scripts).toEqual(shared);
      expect(other?.scripts).toEqual(shared);
    },
  );

  it('may have scripts around a request that sends nothing', () => {
    const text = `### KULALA_SHARED\n${script}GET NOP HTTP/1.1\nAuthorization: Basic abc\n\n> {%\n  client.log(1);\n%}\n\n### a\nGET http://h/a\n`;
    const [nop, plan] = plansOf(text);
    expect(nop?.target).toEqual([]);
    expect(nop?.omission?.reason).toContain('`NOP` sends nothing');
    expect(plan?.headers).toEqual([{ name: ['Authorization'], value: ['Basic abc'], sharedBy: 'file' }]);
    expect(plan?.scripts?.map(({ phase }) => phase)).toEqual(['request', 'response']);
  });

  it('differs from a request that is called so', () => {
    const [first, second] = plansOf(`### Shared\n${script}GET http://h/a\n\n### b\nGET http://h/b\n`);
    expect(first?.scripts).toHaveLength(1);
    expect(second?.scripts).toBeUndefined();
  });
});

describe('NOP', () => {
  it.each(['NOP', 'GET NOP', 'GET NOP HTTP/1.1'])('sends nothing: %s', (line) => {
    const [plan] = plansOf(`### x\n${line}\nAuthorization: Basic abc\n`);
    expect(plan?.headers ?? []).toEqual([]);
    expect(plan?.omission).toMatchObject({ allowsSending: false });
  });

  it.each(['GET NOP/x', 'GET /NOP', 'GET nop'])('is only that word: %s', (line) => {
    expect(plansOf(`${line}\n`)[0]?.omission).toBeUndefined();
  });
});
