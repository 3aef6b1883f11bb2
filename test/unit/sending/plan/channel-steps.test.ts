import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/index';
import { stepsOf } from '../../../../packages/sender/src/plan/channel-steps';

const engine = createEngine();

/** Returns the plan of the only request of a file. */
function planOf(text: string) {
  const plan = engine.plan(engine.openFile(text), 0, { context: { endpoints: [], defaults: {} }, severities: {} });
  if (plan === undefined) throw new Error('There is no request.');
  return plan;
}

const textOf = (text: string) =>
  stepsOf(planOf(`WEBSOCKET ws://h.example/\n\n${text}`).body).map(({ waits, pieces }) => [
    waits,
    pieces
      .flatMap((piece) => (piece.kind === 'text' ? piece.segments : [{ variable: `file ${piece.path}` }]))
      .map((segment) => (typeof segment === 'string' ? segment : `{{${segment.variable}}}`))
      .join(''),
  ]);

describe('the messages of a WebSocket request', () => {
  it.each<[name: string, text: string, steps: readonly (readonly [number, string])[]]>([
    ['one message', '{ "a": 1 }\n', [[0, '{ "a": 1 }']]],
    [
      'messages between lines',
      'one\n\n===\n\ntwo\nlines\n',
      [
        [0, 'one'],
        [0, 'two\nlines'],
      ],
    ],
    [
      'a separator in front',
      '===\none\n=== wait-for-server\ntwo\n',
      [
        [0, 'one'],
        [1, 'two'],
      ],
    ],
    [
      'two waits',
      'one\n=== wait-for-server\n=== wait-for-server\ntwo',
      [
        [0, 'one'],
        [2, 'two'],
      ],
    ],
    [
      'a wait at the end',
      'one\n=== wait-for-server\n',
      [
        [0, 'one'],
        [1, ''],
      ],
    ],
    [
      'variables',
      '{{a}}\n===\n{{b}}{{c}}',
      [
        [0, '{{a}}'],
        [0, '{{b}}{{c}}'],
      ],
    ],
    [
      'files',
      '< ./a.json\n===\nx\n<@ ./b.txt',
      [
        [0, '{{file ./a.json}}'],
        [0, 'x\n{{file ./b.txt}}'],
      ],
    ],
    ['no separator inside of a line', '=== {{a}}\nx ===\n====\n', [[0, '=== {{a}}\nx ===\n====']]],
  ])('are %s', (_, text, steps) => {
    expect(textOf(text)).toEqual(steps);
  });

  it.each(['WS h.example:80/x', 'WSS wss://h.example/x', 'WEBSOCKET ws://h.example/x', 'ws://h.example/x'])(
    'belong to %s',
    (line) => {
      expect(planOf(`${line}\n\nhi\n`)).toMatchObject({ method: 'WEBSOCKET', opensChannel: true, isUnsafe: true });
    },
  );

  it('do not belong to a request for HTTP', () => {
    expect(planOf('GET http://h.example/x\n')).not.toHaveProperty('opensChannel');
  });
});
