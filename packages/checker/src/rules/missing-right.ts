import { everyEndpoint, lackOf } from '../privileges/given-rights';
import { needSentence } from '../privileges/need-sentence';
import { needsOfRequest } from '../privileges/request-needs';
import type { BlockRule } from './rule';
import { hasRequestLine } from './support/bound-values';

/** Reports a request that the given rights do not allow. */
export const missingRight: BlockRule = {
  id: 'missing-right',
  scope: 'block',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a request that needs a right which the given rights do not have: those of the file that `rights` of the endpoint, or `rulebook check --rights`, names.',
    why: 'The service refuses the request, often with 403 or 404, and after others have changed something already.',
    remedy: 'Add the right to the role or the token, and to the file; or send the request with another credential.',
  },
  within: ['stated'],
  request(binding, report, { rights }) {
    if (rights === undefined || !hasRequestLine(binding)) return;
    const given = rights.get(binding.endpoint?.name ?? '') ?? rights.get(everyEndpoint);
    const { service } = binding;
    if (given === undefined || service === undefined) return;
    for (const need of needsOfRequest(binding) ?? []) {
      // What is needed in some cases only, or on another cluster, is not known to be missing.
      if (need.condition !== undefined || need.remote !== undefined || need.certainty === 'unclear') continue;
      const lack = lackOf(given, need, service);
      if (lack === undefined) continue;
      report({
        message: `The given rights do not allow this. ${needSentence(lack)}`,
        span: binding.request.lineSpan,
        // The team states itself what it has given.
        provenance: { kind: 'house', file: given.file ?? 'rights', line: 1, name: need.kind },
      });
    }
  },
};
