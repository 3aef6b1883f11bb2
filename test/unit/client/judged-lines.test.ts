import { expect, it } from 'vitest';
import { judgedLines, resultPerLine } from '../../../client/src/asserts/judged-lines';
import { createEngine } from '../../../packages/engine/src/index';
import type { AssertResult } from '../../../packages/sender/src/asserts/index';

const engine = createEngine();
const test = (line: number, outcome: AssertResult['outcome'] = 'passed'): AssertResult => ({
  ...{ text: 'a', line, outcome, message: '', isTest: true },
});
const planOf = (text: string) => {
  const context = { endpoints: [], defaults: {} };
  const [plan] = [...engine.planAll(engine.openFile(text), { context, severities: {} })];
  if (plan === undefined) throw new Error('no plan');
  return plan;
};

it('shows the tests of scripts behind their lines', () => {
  const plan = planOf('###\nGET http://h/\n\n> {%\n  client.test("a", () => {});\n%}\n');
  expect(judgedLines(plan, [test(4)])).toEqual({ lines: { first: 1, last: 5 }, results: [test(4)] });
});

it('shows those in a file behind the line that names it, and none of scripts of all requests', () => {
  const plan = planOf(
    '< ./before.js\nGET http://h/\n?? status == 200\n\n> ./after.js\n\n###\n{{+\n  test.status(200);\n}}\n\n###\nGET http://h/\n',
  );
  const assert: AssertResult = { text: 'status == 200', line: 2, outcome: 'passed', message: '' };
  expect(judgedLines(plan, [test(0), assert, test(4), test(8)])).toEqual({
    lines: { first: 0, last: 4 },
    results: [test(0), assert, test(4)],
  });
});

it('has nothing to show where nothing judges', () => {
  expect(judgedLines(planOf('GET http://h/\n'), [])).toBeUndefined();
  expect(judgedLines(planOf('{{+\n  test.status(200);\n}}\n\n###\nGET http://h/\n'), [test(1)])).toBeUndefined();
});

it('shows one result in a line, and one that does not hold first', () => {
  expect(resultPerLine([test(1), test(1, 'failed'), test(1), test(2)])).toEqual([test(1, 'failed'), test(2)]);
});
