import { inclusionsOf } from '../binding/inclusion';
import { count } from '../text/count';
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
  since: '0.1.0',
  docs: {
    what: 'Reports a request whose body file contains errors.',
    why: 'The file is sent unchanged, so the service is expected to refuse the request.',
    remedy: 'Open the file and correct the errors. The finding lists their positions.',
  },
  within: ['body'],
  request({ block, request }, report, { include }) {
    if (include === undefined || request.body?.kind !== 'file') return;
    const inclusion = inclusionsOf(block)[0];
    const included = inclusion && include(inclusion);
    if (included?.kind !== 'read') return;
    const errors = included.problems.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    if (first === undefined) return;
    const { text, span } = request.body.path;
    const which = errors.length === 1 ? '' : ', the first';
    report({
      message: `The body file ${code(text)} has ${count(errors.length, 'error')}${which} on line ${String(first.line + 1)}: ${first.message}`,
      span,
      provenance: { kind: 'syntax' },
      related: errors.slice(0, named).map((problem) => ({
        message: `${problem.rule}: ${problem.message}`,
        span: problem.span,
        location: included.location,
      })),
    });
  },
};
