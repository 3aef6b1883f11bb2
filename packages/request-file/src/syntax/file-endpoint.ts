import { perObject } from '@rulebook/text/structures/memo';
import { constructNamed } from './constructs';
import type { BlockText } from './model';
import { readPreamble, readTitle } from './parse-block';
import { perForm } from './plain-edit';
import { currentLine, startReading } from './reading';
import { readSharedField, type SharedField } from './shared-fields';

/** What a file says above its first `###`, where no request is: it holds for all of its requests. */
export interface FileDirectives {
  /** By `# @endpoint name`. */
  readonly endpoint?: string;
  /** By `# @header Name: value`. */
  readonly headers?: readonly SharedField[];
}

const nothing: FileDirectives = {};

/** Returns what a file says for all of its requests in the text of its first block. A directive above a request is for that request alone. */
export const fileDirectivesIn = perObject(
  perForm(({ text, isProse }: BlockText): FileDirectives => {
    if (isProse || !/@(?:endpoint|header)\b/.test(text) || constructNamed('separator').begins.test(text))
      return nothing;
    const reading = startReading(text);
    readTitle(reading);
    readPreamble(reading);
    if (currentLine(reading) !== undefined) return nothing;
    const endpoint = reading.directives.find(({ name }) => name.text === 'endpoint')?.value?.text ?? '';
    const headers = reading.directives.flatMap(({ name, value }) => {
      const field = name.text === 'header' ? readSharedField(value?.text ?? '') : '';
      return typeof field === 'string' ? [] : [field];
    });
    return { ...(endpoint !== '' && { endpoint }), ...(headers.length > 0 && { headers }) };
  }),
);
