import { encodeBase64 } from '../text/base64';
import { stringOf } from './support/bound-values';
import { isStandIn } from './support/authorization';
import { memberNamed, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';
import { withoutTrailing } from '../text/trim';

/** Reports a recorded credential that does not belong to its id and secret. */
export const mismatchedEncoding = defineConstraintRule({
  id: 'mismatched-encoding',
  scope: 'constraint',
  severity: 'warning',
  isForAnswers: true,
  docs: {
    what: 'Reports a recorded credential that is not made of the id and secret beside it.',
    why: 'The encoded form is what requests send. One that does not fit its parts was copied from somewhere else.',
    remedy: 'Record the answer again.',
    valid: [
      'PUT /_security/api_key\n\n{ "name": "k" }\n\nHTTP/1.1 200 OK\n\n{ "id": "i", "name": "k", "api_key": "s", "encoded": "aTpz" }\n',
    ],
    invalid: [
      'PUT /_security/api_key\n\n{ "name": "k" }\n\nHTTP/1.1 200 OK\n\n{ "id": "i", "name": "k", "api_key": "s", "encoded": "c2k=" }\n',
    ],
  },
  check(element, { options, provenance }, _binding, report) {
    const answer = valueOfConstrained(element);
    if (answer === undefined) return;
    const [encoded, id, secret] = [options.encoded, options.id, options.secret].map((name) => {
      const value = memberNamed(answer, name)?.value;
      return value === undefined ? undefined : stringOf(value);
    });
    const span = memberNamed(answer, options.encoded)?.value?.span;
    if (encoded === undefined || id === undefined || secret === undefined || span === undefined) return;
    if ([encoded, id, secret].some(isStandIn) || unpadded(encodeBase64(`${id}:${secret}`)) === unpadded(encoded))
      return;
    const message = `${code(options.encoded)} is not the base64 form of ${code(options.id)} and ${code(options.secret)}.`;
    report({ message, span, provenance });
  },
});

function unpadded(text: string): string {
  return withoutTrailing(text, '=');
}
