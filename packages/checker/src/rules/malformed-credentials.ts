import { credentialOf, isCredential, isCredentialField, isStandIn } from './support/authorization';
import type { Binding } from '../binding/model';
import { vendorIn } from '../binding/vendor-name';
import { mask } from '@rulebook/catalogue/masking/mask-named-secrets';
import { decodeBase64 } from '@rulebook/text/base64';
import type { BlockRule } from './rule';
import { code, withRemark } from './support/wording';

const colon = 0x3a;
/** A scheme right before a variable that is its credential. */
const joinedScheme = /^(?:basic|bearer|apikey|token)(?=\{\{)/i;

/** Reports a credential in another form than the documented one. */
export const malformedCredentials: BlockRule = {
  id: 'malformed-credentials',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports an `Authorization` header whose scheme or form is not the documented one.',
    why: 'The service answers such a credential with status 401. If a vendor is known to accept another scheme, nothing is reported for this vendor, and a hint is reported for others.',
    remedy: 'Send the credential under the scheme and in the form that the message names.',
  },
  concernsParameter: isCredentialField,
  parameter(parameter, binding, report) {
    const scheme = binding.service?.defaultScheme;
    if (scheme === undefined || !isCredential(parameter)) return;
    const { provenance } = parameter.field;
    const span = parameter.span.start < parameter.span.end ? parameter.span : parameter.nameSpan;
    const credential = credentialOf(parameter.text);
    const joined = joinedScheme.exec(credential.scheme)?.[0];
    if (joined !== undefined) {
      const end = span.start + joined.length;
      report({
        message: `Expected a space behind ${code(joined)}; without it, the scheme and the credential are one word.`,
        span: { start: span.start, end },
        provenance,
        fixes: () => [{ title: 'Insert a space', edits: [{ span: { start: end, end }, newText: ' ' }], isSafe: true }],
      });
      return;
    }
    // Recordings do not hold credentials.
    if (credential.scheme.includes('{{') || parameter.text.trim() === mask) return;
    if (credential.scheme.toLowerCase() !== scheme.toLowerCase()) {
      if (binding.service?.hasOneScheme !== true) return;
      const other = otherSchemeOf(credential.scheme, binding);
      if (
        other !== undefined &&
        other.vendor === (binding.vendor ?? vendorIn(binding.request.headers, binding.service.vendorNames))
      )
        return;
      if (other !== undefined && credential.value !== '') {
        const message = withRemark(`The documented form is ${code(`${scheme} …`)}.`, other);
        report({ message, severity: 'hint', span, provenance });
        return;
      }
      report({ message: `The credential must have the form ${code(`${scheme} …`)}.`, span, provenance });
      return;
    }
    if (credential.value === '') {
      report({ message: `The credential after ${code(scheme)} is missing.`, span, provenance });
      return;
    }
    const pair = binding.service?.encodedPair;
    if (pair === undefined || isStandIn(credential.value)) return;
    if (decodeBase64(credential.value)?.includes(colon) === true) return;
    const start = parameter.span.start + credential.valueOffset;
    report({ message: pair.message, span: { start, end: parameter.span.end }, provenance });
  },
};

function otherSchemeOf(scheme: string, { service }: Binding) {
  return service?.otherSchemes?.find((other) => other.scheme === scheme.toLowerCase());
}
