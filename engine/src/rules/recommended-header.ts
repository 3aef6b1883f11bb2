import { inVendorTerms, neutralHeaderName, vendorIn } from '../binding/vendor-name';
import { standsAlone } from './support/authorization';
import type { BlockRule } from './rule';

/** Reports a recommended header field that is missing and that no endpoint adds. */
export const recommendedHeader: BlockRule = {
  id: 'recommended-header',
  scope: 'block',
  severity: 'hint',
  docs: {
    what: 'Reports a recommended header field that a request to a host of no endpoint leaves out.',
    why: 'An endpoint adds these header fields. A request that names its host itself must bring its own.',
    remedy: 'Add the header field; the quick fix does it.',
    valid: ['GET /repos/octocat/hello-world/hooks\n'],
    invalid: ['GET https://api.example.com/repos/octocat/hello-world/hooks\n'],
  },
  request(binding, report) {
    const { service, operation, request } = binding;
    if (service === undefined || operation === undefined || !standsAlone(binding)) return;
    const written = request.headers.map(({ name }) => neutralHeaderName(name.text).toLowerCase());
    const vendor = vendorIn(request.headers) ?? binding.vendor;
    for (const field of service.headers) {
      const isCredential = field.shape.type === 'string' && field.shape.format === 'credentials';
      if (field.absent === undefined || isCredential || written.includes(field.name.toLowerCase())) continue;
      const { message, severity, provenance } = field.absent;
      const end = request.lineSpan.end;
      const value = (field.default ?? field.example ?? '').replace(/^"|"$/g, '');
      const newText = inVendorTerms(`\n${field.name}: ${value}`, vendor);
      report({
        message: inVendorTerms(message, vendor),
        severity,
        provenance,
        span: request.lineSpan,
        fixes: () => [
          {
            title: inVendorTerms(`Add \`${field.name}\``, vendor),
            edits: [{ span: { start: end, end }, newText }],
            isSafe: true,
          },
        ],
      });
    }
  },
};
