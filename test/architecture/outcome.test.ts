import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productFiles } from './files';

const root = join(import.meta.dirname, '../..');
const faces = [
  'cli/src',
  'client/src',
  'server/src',
  'packages/node/src',
  'packages/platform/src',
  'packages/sender/src',
];
const judgement = 'packages/sender/src/outcome/outcome.ts';

/** The sources of what sends requests, by their paths. */
const sources = productFiles(faces).map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);

/** Returns the sources in which an expression is found, apart from the place that it belongs to. */
function foundIn(expression: RegExp, ...own: readonly string[]): readonly string[] {
  return sources.flatMap(([path, text]) => (expression.test(text) && !own.includes(path) ? [path] : []));
}

describe('what became of a request', () => {
  it('is judged in one place: a status, a redirect and an assert about the status', () => {
    // A refusal by the client's mistake has lines that are explained, which is not a judgement.
    const lines = sources.flatMap(([path, text]) =>
      text
        .split('\n')
        .filter((line) => /status(?:Code)? >=? ?(?:399|400)/.test(line) && !/< (?:=\s*)?500/.test(line))
        .map(() => path),
    );
    expect(lines).toEqual([judgement]);
    expect(foundIn(/\bjudgesStatus\(/, judgement)).toEqual(['packages/sender/src/asserts/assert-result.ts']);
    expect(foundIn(/\bfunction (?:hasFailed|judge)\b/)).toEqual([judgement]);
  });

  it('is put into words in one place', () => {
    expect(foundIn(/abel\} (?:was not sent|was left out|received no response)/, judgement)).toEqual([]);
    // The lines of a response say what is peculiar in it, whether or not it was judged.
    expect(foundIn(/The redirect was not followed/, judgement)).toEqual([
      'client/src/sending/outcome-words.ts',
      'packages/sender/src/response/way-of-response.ts',
    ]);
  });

  it('comes from the one sender that all faces send by', () => {
    expect(foundIn(/\bsendPlan\(/, 'packages/sender/src/send/send-plan.ts')).toEqual([
      'packages/sender/src/outcome/run-plan.ts',
    ]);
    expect(foundIn(/\brunPlan\(/, 'packages/sender/src/outcome/run-plan.ts')).toEqual([
      'packages/sender/src/outcome/create-sender.ts',
    ]);
    expect(new Set(foundIn(/\bcreateSender\(/, 'packages/sender/src/outcome/create-sender.ts'))).toEqual(
      new Set([
        // It sends to a sandbox in memory.
        'cli/src/prove.ts',
        'cli/src/drift/asked-requests.ts',
        'cli/src/apply/send-steps.ts',
        'cli/src/plan/endpoint-reader.ts',
        'cli/src/run/prepare-file.ts',
        'cli/src/run/run-document.ts',
        'cli/src/test-service/case-sender.ts',
        'client/src/sending/execute.ts',
        // The view of endpoints and the names for completion are read by it, and no request that a user has written.
        'client/src/sending/send-reading.ts',
        'packages/node/src/sending/sender.ts',
      ]),
    );
  });
});
