import type { Block } from '../model';
import type { Span } from '@rulebook/text/span';

/** Returns whether a block with this title may be one that all requests of its file share. */
export function isSharedTitle(title: string): boolean {
  return /^(?:Shared(?: each)?|KULALA_SHARED(?:_EACH)?)$/.test(title);
}

/**
 * Returns whether the block is what all requests of its file share, as in Kulala: by its title, and because it sends nothing. A request may well be
 * called `Shared`.
 */
export function isSharedBlock({
  title,
  request,
  otherRequest,
}: Pick<Block, 'title' | 'request' | 'otherRequest'>): boolean {
  if (title === undefined || request !== undefined || !isSharedTitle(title.text)) return false;
  return otherRequest === undefined || isNop(otherRequest.line.text);
}

/** Returns whether the request line says that nothing is sent, as in the shared blocks of Kulala: `NOP`, `GET NOP`. */
export function isNop(line: string): boolean {
  return /^\s*(?:[A-Z]+[ \t]+)?NOP(?:[ \t]+HTTP\/[\d.]+)?\s*$/.test(line);
}

/** What of a shared block has no effect on the requests of its file. */
interface UnsharedPart {
  readonly message: string;
  readonly span: Span;
}

/** Returns the parts of a shared block that Kulala carries out for each request, and Rulebook does not. */
export function unsharedParts(block: Block): readonly UnsharedPart[] {
  const { title, request, runs, directives } = block;
  if (
    title !== undefined &&
    request !== undefined &&
    title.text.startsWith('KULALA_SHARED') &&
    isSharedTitle(title.text)
  ) {
    const message =
      'Rulebook does not send the request of a shared block before the others. Name it in them: `# @ref NAME`.';
    return [{ message, span: title.span }];
  }
  if (!isSharedBlock(block)) return [];
  return [
    ...runs.map(({ span }) => ({
      message: 'Rulebook does not send this request before each of the others. Name it in them: `# @ref NAME`.',
      span,
    })),
    ...directives
      .filter(({ name }) => !/^(?:name|import|prompt|secret)$/i.test(name.text))
      .map(({ span }) => ({
        message:
          'Rulebook does not apply the directives of a shared block to other requests. Write them in the requests.',
        span,
      })),
  ];
}
