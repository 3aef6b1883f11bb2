import { credentialOf, isCredential, isStandIn } from './support/authorization';
import type { Binding } from '../binding/model';
import { vendorIn } from '../binding/vendor-name';
import { decodeBase64 } from '../text/base64';
import type { BlockRule } from './rule';
import { code, withRemark } from './support/wording';

const colon = 0x3a;

/** Reports a credential in another form than the documented one. */
export const malformedCredentials: BlockRule = {
  id: 'malformed-credentials',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports an `Authorization` header whose scheme or form is not the documented one.',
    why: 'The service answers such a credential with 401. A scheme that a vendor is known to take as well is not reported for that vendor, and a hint elsewhere.',
    remedy: 'Send the encoded form of an API key to the search cluster, and a bearer token to the code host.',
    valid: [
      'PUT /_security/api_key\nAuthorization: ApiKey aTpz\n',
      'PUT /_security/api_key\nAuthorization: ApiKey {{api_key}}\n',
      'GET /repos/octocat/hello-world/hooks\nAuthorization: Bearer {{token}}\n',
    ],
    invalid: [
      'PUT /_security/api_key\nAuthorization: ApiKey\n',
      'PUT /_security/api_key\nAuthorization: ApiKey id:key\n',
      'GET /repos/octocat/hello-world/hooks\nAuthorization: Basic {{login}}\n',
    ],
  },
  parameter(parameter, binding, report) {
    const scheme = binding.service?.defaultScheme;
    if (scheme === undefined || !isCredential(parameter)) return;
    const { provenance } = parameter.field;
    const span = parameter.span.start < parameter.span.end ? parameter.span : parameter.nameSpan;
    const credential = credentialOf(parameter.text);
    if (credential.scheme.includes('{{')) return;
    if (credential.scheme.toLowerCase() !== scheme.toLowerCase()) {
      // Where only one scheme is documented for all requests, another one cannot be right. The search cluster knows more.
      if (scheme !== 'Bearer') return;
      const other = otherSchemeOf(credential.scheme, binding);
      if (other !== undefined && other.vendor === (binding.vendor ?? vendorIn(binding.request.headers))) return;
      if (other !== undefined && credential.value !== '') {
        const message = withRemark(`The documented form is ${code(`${scheme} …`)}.`, other);
        report({ message, severity: 'hint', span, provenance });
        return;
      }
      report({ message: `The credential must have the form ${code(`${scheme} …`)}.`, span, provenance });
      return;
    }
    if (credential.value === '') {
      report({ message: `No credential stands behind ${code(scheme)}.`, span, provenance });
      return;
    }
    if (scheme !== 'ApiKey' || isStandIn(credential.value)) return;
    if (decodeBase64(credential.value)?.includes(colon) === true) return;
    const start = parameter.span.start + credential.valueOffset;
    report({
      message: 'The credential is not the encoded form of an API key: base64 of id, colon and secret.',
      span: { start, end: parameter.span.end },
      provenance,
    });
  },
};

function otherSchemeOf(scheme: string, { service }: Binding) {
  return service?.otherSchemes?.find((other) => other.scheme === scheme.toLowerCase());
}
