import { unfilledNameIn } from '../names/unfilled-value';
import { problemOfDynamic } from '@rulebook/request-file/syntax/dynamic-variables';
import type { BlockRule } from './rule';
import { changeTo } from './support/change-to';
import { code } from './support/wording';

/** Reports a variable that begins with `$` and is not known, or whose arguments cannot be read. */
export const malformedVariable: BlockRule = {
  id: 'malformed-variable',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  docs: {
    what: 'Reports a system variable such as `{{$randomInt 5}}` whose arguments cannot be read, a name with `$` that Rulebook does not know, a value that is still to be written, and letters of .NET in the format of a date.',
    why: 'Such a variable has no value, so the request is not sent. Tools differ in these variables: some send the text as it is.',
    remedy:
      'Write the arguments as the message says, or use another variable; the documentation of variables lists all of them.',
  },
  within: ['unusual-variables'],
  block({ placeholders, text }, report) {
    for (const { name: written, span } of placeholders) {
      const name = written.startsWith('%') ? written.slice(1).trim() : written;
      const unfilled = unfilledNameIn(name);
      if (unfilled !== undefined) {
        const message = `Write the value of ${code(unfilled)} here. Until then, no request with it is sent.`;
        report({ message, span, provenance: { kind: 'syntax' } });
        continue;
      }
      const problem = problemOfDynamic(name);
      if (problem === undefined) continue;
      const { message, meant, isKnown, hasValue } = problem;
      const start = text.indexOf(name, span.start);
      report({
        message: `${message}${meant === undefined ? '.' : `; did you mean ${code(meant)}?`}`,
        span,
        // The name, or the letters, may be those of the tool that the file was written for.
        ...(isKnown && !hasValue ? {} : { severity: 'information' as const }),
        provenance: { kind: 'syntax' },
        fixes: () => changeTo(meant, { start, end: start + (isKnown ? name.length : wordIn(name)) }),
      });
    }
  },
};

function wordIn(name: string): number {
  return /^\$[\w.]*/.exec(name)?.[0].length ?? name.length;
}
