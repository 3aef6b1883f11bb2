import { perObject } from '@rulebook/text/structures/memo';
import { constructNamed } from './constructs';
import { linesOfText } from './lines-of-block';
import type { BlockText } from './model';
import { readPreamble, readTitle } from './parse-block';
import { currentLine, startReading } from './reading';

/**
 * Returns the endpoint that a file names for its requests: by `# @endpoint name` above its first `###`, where no request is. One above a request
 * is for that request alone.
 */
export const fileEndpointIn = perObject(({ text, isProse }: BlockText): string | undefined => {
  if (isProse || !text.includes('@endpoint') || constructNamed('separator').begins.test(text)) return undefined;
  const reading = startReading(text, linesOfText(text), () => false);
  readTitle(reading);
  readPreamble(reading);
  if (currentLine(reading) !== undefined) return undefined;
  const named = reading.directives.find(({ name }) => name.text === 'endpoint')?.value?.text;
  return named === '' ? undefined : named;
});
