import { nameOfRequest } from '../../binding/request-name';
import { maskNamedSecrets } from '../../masking/mask-named-secrets';
import { parseBlock } from '../../syntax/parse-block';
import type { RequestFile } from '../../syntax/request-file';
import { lineStartsOf, positionAt } from '../../text/lines';

/** A request with asserts, and where it stands in its file; lines are counted from 0. */
export interface TestedRequest {
  readonly label: string;
  readonly line: number;
  /** The lines of its asserts. */
  readonly asserts: readonly number[];
}

/** Returns the requests of a file that have asserts, in order. Blocks without question marks are not parsed. */
export function testedRequests({ blocks }: RequestFile): readonly TestedRequest[] {
  return [...blocks].flatMap((source, index) => {
    if (source.isProse || !/^[ \t]*\?\?/m.test(source.text)) return [];
    const block = parseBlock(source.text);
    const { request, asserts, title } = block;
    if (request === undefined || asserts.length === 0) return [];
    const starts = lineStartsOf(source.text);
    const lineOf = (offset: number) => blocks.lineOf(index) + positionAt(starts, offset).line;
    const written = `${request.method?.text ?? 'GET'} ${request.target.path.text}`;
    return [
      {
        label: maskNamedSecrets(nameOfRequest(block)?.text ?? title?.text ?? written).text,
        line: lineOf(request.lineSpan.start),
        asserts: asserts.map(({ span }) => lineOf(span.start)),
      },
    ];
  });
}
