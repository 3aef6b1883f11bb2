import { encodeBase64 } from '@rulebook/text/base64';
import { stringOf } from './support/bound-values';
import { isStandIn } from './support/authorization';
import { memberNamed, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';
import { withoutTrailing } from '@rulebook/text/trim';

/** Reports a recorded credential that does not match its id and secret. */
export const mismatchedEncoding = defineConstraintRule({
  id: 'mismatched-encoding',
  category: 'correctness',
  severity: 'warning',
  isForResponses: true,
  docs: {
    what: 'Reports a recorded credential that does not match the id and secret next to it.',
    why: 'Requests send the encoded form. An encoded form that does not match its parts was copied from somewhere else.',
    remedy: 'Record the response again.',
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
