import { expect, it } from 'vitest';
import { countOfReadCommands } from '../../packages/queries/src/esql/read-query';
import { createEngine, type CheckOptions } from '../../packages/engine/src/index';
import { queryLanguages } from '../../packages/queries/src/index';

const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };

it('an edit in a query reads no more commands in a long query than in a short one', () => {
  const readFor = (count: number): number => {
    const engine = createEngine({ loadQueries: () => queryLanguages });
    const commands = Array.from({ length: count }, (_, at) => `    | EVAL a${at} = ROUND(b / ${at + 1}, 2)\n`).join('');
    let file = engine.openFile(`POST /_query\n{\n  "query": """\n    FROM logs\n${commands}  """\n}\n`);
    const look = (): void => {
      engine.check(file, options);
      engine.semanticTokens(file, 0, options.context);
      engine.folding(file, 0);
    };
    look();
    const before = countOfReadCommands();
    for (const line of [5, 4 + (count >> 1), 3 + count]) {
      const at = { line, character: 12 };
      file = engine.editFile(file, [{ start: at, end: at, newText: 'x' }]);
      look();
    }
    return countOfReadCommands() - before;
  };
  const few = readFor(20);
  expect(few).toBeGreaterThan(0);
  expect(few).toBeLessThan(20);
  expect(readFor(400)).toBe(few);
});
