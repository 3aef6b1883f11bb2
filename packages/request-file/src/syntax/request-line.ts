import { countLineEnds } from '@rulebook/text/lines';
import { constructNamed } from './constructs';
import { otherProtocolOf } from './other-tools/other-tools';
import { readPreamble, readTitle } from './parse-block';
import { currentLine, startReading, statusOfResponseLine, visibleSpan } from './reading';

/**
 * Returns the line of a block's request line, counted from the start of the block; undefined when it holds no request that can be sent.
 * Agrees with `parseBlock`, but reads no line behind it.
 */
export function requestLineOf(text: string): number | undefined {
  const reading = startReading(text);
  readTitle(reading);
  readPreamble(reading);
  const line = currentLine(reading);
  const isOther =
    line !== undefined && otherProtocolOf(line.text) !== undefined && !constructNamed('curl').begins.test(line.text);
  if (!line || statusOfResponseLine(line) || isOther) return undefined;
  return countLineEnds(text.slice(0, visibleSpan(line).start));
}
