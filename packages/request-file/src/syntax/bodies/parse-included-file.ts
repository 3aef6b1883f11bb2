import type { Line } from '../block-lines';
import { mayBegin } from '../block-lines';
import { expressionOf } from '@rulebook/text/expressions';
import { constructNamed } from '../constructs';
import type { IncludedFile } from '../model';
import { token, trimmed } from '../parse-target';

/** Ends where the path begins; `trimmed` finds the end of the path. */
const fileLine = expressionOf(`${constructNamed('file').begins.source}\\s+`);
/** A word behind a blank may be an encoding or the path, so only known encodings are taken for one. */
const separateEncoding = /^(latin1|ascii|utf-?8|utf-?16(?:le|be)?|iso-8859-\d{1,2}|windows-125\d)\s+(?=\S)/i;

/** Reads a line that inserts the content of a file; returns undefined for any other. */
export function readFileLine(text: string, line: Line): IncludedFile | undefined {
  const match = mayBegin(line, 0x3c) ? fileLine.exec(line.text) : null;
  if (!match) return undefined;
  const [head, at, attached = ''] = match;
  const separate = at !== undefined && attached === '' ? separateEncoding.exec(line.text.slice(head.length)) : null;
  const encoding = attached === '' ? separate?.[1] : attached;
  const start = line.start + head.length + (separate?.[0].length ?? 0);
  const span = trimmed(text, { start, end: line.end });
  return {
    path: token(text, span),
    fillsVariables: at !== undefined,
    ...(encoding !== undefined && { encoding }),
    span: { start: line.start, end: span.end },
  };
}
