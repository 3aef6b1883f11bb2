import { expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/index';
import type { RequestPlan } from '../../../../packages/sender/src/plan/index';
import { scriptedNamesOf, withImportedScripts } from '../../../../packages/sender/src/plan/scripted-names';

const engine = createEngine();
const script = (name: string) => `GET http://h/\n\n> {%\n  client.global.set("${name}", "x");\n%}\n`;
const planOf = (text: string) =>
  engine.plan(engine.openFile(text), 0, { context: { endpoints: [], defaults: {} }, severities: {} });

it('knows the first script that gives a value to a variable', () => {
  const text = `### one\n${script('a')}\n### two\n${script('b')}\n### three\n${script('a')}`;
  expect([...scriptedNamesOf(engine.openFile(text))]).toEqual([
    ['a', { line: 3, request: 'one' }],
    ['b', { line: 10, request: 'two' }],
  ]);
});

it('knows the scripts of imported files, the first one first, after those of the file', () => {
  const plan = planOf(`${script('own')}\n`.replace('http://h/', 'http://h/{{own}}{{a}}{{b}}{{open}}')) as RequestPlan;
  const imported = [
    { location: 'one.http', file: engine.openFile(script('a') + script('own')) },
    { location: 'two.http', file: engine.openFile(`${script('a')}\n###\n${script('b')}`) },
  ];
  expect(withImportedScripts(plan, imported).scripted).toEqual([
    { name: 'own', line: 2 },
    { name: 'a', line: 2, file: 'one.http' },
    { name: 'b', line: 9, file: 'two.http' },
  ]);
  expect(withImportedScripts(plan, [])).toBe(plan);
});
