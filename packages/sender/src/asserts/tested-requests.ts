import { nameOfRequest } from '@rulebook/checker/binding/request-name';
import { maskNamedSecrets } from '@rulebook/catalogue/masking/mask-named-secrets';
import type { Script } from '@rulebook/request-file/syntax/model';
import { parseBlock } from '@rulebook/request-file/syntax/parse-block';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { lineStartsOf, positionAt } from '@rulebook/text/lines';

/** A request with asserts or with a script that has tests, and where it is in its file; lines are counted from 0. */
export interface TestedRequest {
  readonly label: string;
  readonly line: number;
  /** The lines of its asserts. */
  readonly asserts: readonly number[];
  /** How many tests its scripts have, which are not run. */
  readonly scriptTests: number;
}

/** Returns whether a text may have requests that are tests. */
export function mayHaveTests(text: string): boolean {
  return /^[ \t]*\?\?/m.test(text) || /\btest\b/.test(text);
}

/** Returns the requests of a file that have asserts or tests in a script, in order. Blocks that can have neither are not parsed. */
export function testedRequests({ blocks }: RequestFile): readonly TestedRequest[] {
  return [...blocks].flatMap((source, index) => {
    if (source.isProse || !mayHaveTests(source.text)) return [];
    const block = parseBlock(source.text);
    const { request, asserts, title, scripts } = block;
    const scriptTests = scripts.reduce((sum, script) => sum + testsIn(script, source.text), 0);
    if (request === undefined || (asserts.length === 0 && scriptTests === 0)) return [];
    const starts = lineStartsOf(source.text);
    const lineOf = (offset: number) => blocks.lineOf(index) + positionAt(starts, offset).line;
    const written = `${request.method?.text ?? 'GET'} ${request.target.path.text}`;
    return [
      {
        label: maskNamedSecrets(nameOfRequest(block)?.text ?? title?.text ?? written).text,
        line: lineOf(request.lineSpan.start),
        asserts: asserts.map(({ span }) => lineOf(span.start)),
        scriptTests,
      },
    ];
  });
}

/** Counts the calls that make a test: `client.test(…)` of JetBrains, `test(…)` and `test.status(…)` of httpYac. */
function testsIn({ kind, code }: Script, text: string): number {
  if (code === undefined || kind === 'request-script') return 0;
  const source = text.slice(code.start, code.end).replace(/^[ \t]*\/\/.*$/gm, '');
  const call = kind === 'inline-script' ? /(?<![\w$.])test(?:\.\w+)?\s*\(/g : /(?<![\w$.])client\.test\s*\(/g;
  return [...source.matchAll(call)].length;
}
