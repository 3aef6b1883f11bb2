import { inclusionsOf } from '../binding/inclusion';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** How many findings of the file are named; the rest stands in the file. */
const named = 10;

/** Reports a request whose body stands in a file with errors. */
export const faultyBodyFile: BlockRule = {
  id: 'faulty-body-file',
  scope: 'block',
  severity: 'error',
  docs: {
    what: 'Reports a request whose body is taken from a file in which Rulebook finds errors.',
    why: 'The file is sent as it is, so the service is expected to refuse the request.',
    remedy: 'Open the file and correct what is reported there; the finding names the places.',
    valid: ['PUT /_security/api_key\n\n< ./good-key.json\n'],
    invalid: ['PUT /_security/api_key\n\n< ./bad-key.json\n'],
    files: {
      './good-key.json': '{ "name": "k", "expiration": "1d" }\n',
      './bad-key.json': '{\n  "name": 5,\n  "expiration": "1d"\n}\n',
    },
  },
  request({ block, request }, report, { include }) {
    if (include === undefined || request.body?.kind !== 'file') return;
    const inclusion = inclusionsOf(block)[0];
    const included = inclusion && include(inclusion);
    if (included?.kind !== 'read') return;
    const errors = included.problems.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    if (first === undefined) return;
    const { text, span } = request.body.path;
    const count = errors.length === 1 ? 'an error' : `${String(errors.length)} errors`;
    const which = errors.length === 1 ? '' : ', the first';
    report({
      message: `The body ${code(text)} has ${count}${which} in line ${String(first.line + 1)}: ${first.message}`,
      span,
      provenance: { kind: 'syntax' },
      related: errors.slice(0, named).map((problem) => ({
        message: `${problem.rule}: ${problem.message}`,
        span: problem.span,
        block: 0,
        location: included.location,
      })),
    });
  },
};
