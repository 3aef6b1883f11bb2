import { inclusionsOf } from '../binding/inclusion';
import { count } from '@rulebook/text/count';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** At most so many findings of the body file are listed; the others are shown in that file. */
const named = 10;

/** Reports a request whose body file contains errors. */
export const faultyBodyFile: BlockRule = {
  id: 'faulty-body-file',
  scope: 'block',
  category: 'file-syntax',
  severity: 'error',
  docs: {
    what: 'Reports a request whose body file contains errors, and one whose document of GraphQL does otherwise than its schema says.',
    why: 'The file is sent unchanged, so the service is expected to refuse the request.',
    remedy: 'Open the file and correct the errors. The finding lists their positions.',
  },
  within: ['other-body'],
  request({ block, request }, report, { include }) {
    const { body } = request;
    const file = body?.kind === 'graphql' ? body.file : body?.kind === 'file' ? body : undefined;
    if (include === undefined || body === undefined || file === undefined) return;
    const inclusion = inclusionsOf(block)[0];
    const included = inclusion && include(inclusion);
    if (included?.kind !== 'read') return;
    const errors = included.problems.filter(({ severity }) => severity === 'error');
    // What else is found in a JSON file is shown there. A document of GraphQL is only known by its request.
    const warnings = body.kind === 'graphql' ? included.problems.filter(({ severity }) => severity === 'warning') : [];
    const shown = errors.length > 0 ? errors : warnings;
    const [first] = shown;
    if (first === undefined) return;
    const { text, span } = file.path;
    const which = shown.length === 1 ? '' : ', the first';
    report({
      message: `The body file ${code(text)} has ${count(shown.length, errors.length > 0 ? 'error' : 'warning')}${which} on line ${String(first.line + 1)}: ${first.message}`,
      span,
      ...(errors.length === 0 && { severity: 'warning' }),
      provenance: { kind: 'syntax' },
      related: shown.slice(0, named).map((problem) => ({
        message: `${problem.rule}: ${problem.message}`,
        span: problem.span,
        location: included.location,
      })),
    });
  },
};
