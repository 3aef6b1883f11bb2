import { describe, expect, it } from 'vitest';
import { createReusedResponses } from '../../../../client/src/sending/reused-responses';
import { createEngine } from '../../../../packages/engine/src/index';
import { readLinkedFiles, runOrder } from '../../../../packages/sender/src/send/index';

const engine = createEngine();

/** Returns the blocks that are sent for the last request of a text, and those that are reused. */
function ordered(text: string, kept: readonly number[], leavesDisabled = false) {
  const linked = readLinkedFiles('a.http', engine.openFile(text), {
    read: () => ({ cause: 'there is none' }),
    open: (other) => engine.openFile(other),
    parse: (block) => engine.parseBlock(block),
  });
  const last = (linked.files.get('a.http')?.file.blocks.size ?? 0) - 1;
  const order = runOrder(linked, [last], {
    parse: ({ file }, block) => engine.parse(file, block),
    isKept: (_, block) => kept.includes(block),
    leavesDisabled,
  });
  if (!('steps' in order)) throw new Error('no order');
  return { sent: order.steps.map(({ block }) => block), reused: order.reused.map(({ block }) => block) };
}

const chain = (line: string) =>
  `### register\nPOST http://h/r\n\n### login\n# @ref register\nPOST http://h/l\n\n### me\n${line}\nGET http://h/me\n`;

describe('a request that another one names', () => {
  it.each<[string, string, readonly number[], object]>([
    ['is sent, with what it needs itself', '# @ref login', [], { sent: [0, 1, 2], reused: [] }],
    ['is not sent again when its response is kept', '# @ref login', [1], { sent: [2], reused: [1] }],
    ['is sent without what is kept', '# @ref login', [0], { sent: [1, 2], reused: [0] }],
    ['is sent each time by `@forceRef`', '# @forceRef login', [1], { sent: [0, 1, 2], reused: [] }],
    ['is not reused where it was forced', '# @ref register\n# @forceRef register', [0], { sent: [0, 2], reused: [] }],
  ])('%s', (_, line, kept, expected) => {
    expect(ordered(chain(line), kept)).toEqual(expected);
  });
});

it.each([
  ['# @disabled\n# @ref login', [2]],
  ['# @disabled who == "ann"\n# @ref login', [0, 1, 2]],
  ['# @ref login', [0, 1, 2]],
])('what a request that is switched off names is not sent for it: %j', (line, sent) => {
  expect(ordered(chain(line), [], true).sent).toEqual(sent);
  expect(ordered(chain(line), []).sent).toEqual([0, 1, 2]);
});

describe('a response is kept for reuse', () => {
  type Recorded = Parameters<ReturnType<typeof createReusedResponses>['note']>[0];
  const outcome = ({ status = 200, text = 't', choices = {}, name = 'login' } = {}): Recorded =>
    ({
      plan: { asserts: [] },
      asserts: [],
      sent: { kind: 'answered', response: { status, headers: [], body: '' } },
      attempt: { document: { uri: 'file:///a.http' }, plan: name === '' ? {} : { name }, text, choices },
    }) as unknown as Recorded;
  const kept = (outcomes: readonly Recorded[], circumstances = 'dev', document = 'file:///a.http') => {
    const reused = createReusedResponses();
    for (const one of outcomes) reused.note(one, 'dev');
    return reused.of(document, circumstances).map(({ text }) => text);
  };

  it('until its request is sent anew', () => {
    expect(kept([outcome({ text: 'first' }), outcome({ text: 'second' })])).toEqual(['second']);
  });

  it('in its environment and for its own run', () => {
    expect(kept([outcome()], 'prod')).toEqual([]);
    expect(kept([outcome({ choices: { root: 'file:///b.http' } })])).toEqual([]);
    expect(kept([outcome({ choices: { root: 'file:///b.http' } })], 'dev', 'file:///b.http')).toEqual(['t']);
  });

  it.each([
    ['without a name', [outcome({ name: '' })]],
    ['that has failed, also after one that has not', [outcome(), outcome({ status: 401 })]],
    ['with values that were given for one time', [outcome({ choices: { given: { a: '1' } } })]],
    ['of another endpoint than that of the file', [outcome({ choices: { endpoint: 'other' } })]],
  ])('but none %s', (_, outcomes) => {
    expect(kept(outcomes)).toEqual([]);
  });
});
