import { expect, it } from 'vitest';
import { createEngine } from '../../../engine/src/index';

const engine = createEngine();

it.each([
  ['# @title Who am I\n# @name me\nGET http://h/me\n', 'Who am I'],
  ['# @name me\nGET http://h/me\n', 'me'],
  ['### Me\nGET http://h/me\n', 'Me'],
  ['GET http://h/me\n', 'GET /me'],
])('names a request by what it is called (%j)', (text, label) => {
  const options = { context: { endpoints: [], defaults: {} }, severities: {} };
  const blocks = [...engine.planAll(engine.openFile(text), options)];
  expect(blocks.map((plan) => plan.label)).toEqual([label]);
});
