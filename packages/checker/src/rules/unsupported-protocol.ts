import { nearest } from '@rulebook/text/edit-distance';
import { changeTo } from './support/change-to';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code, inList } from './support/wording';

/** Reports a URL whose protocol is not documented. */
export const unsupportedProtocol = defineConstraintRule({
  id: 'unsupported-protocol',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a URL without a protocol, or with a protocol that is not documented for its position.',
    why: 'The service cannot open such a URL.',
    remedy: 'Use one of the protocols that the message names. A path becomes a URL with `file:` before it.',
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined) return;
    const { text, span, quote } = scalar;
    const { protocols } = options;
    const protocol = /^\s*([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1];
    if (protocol !== undefined && protocols.includes(protocol.toLowerCase())) return;
    const fix = (url: string) => changeTo(url, span, { write: quote });
    if (protocol === undefined) {
      report({
        message: `${text === '' ? 'An empty string' : code(text)} is not a URL with a protocol; use ${inList(protocols)}.`,
        span,
        provenance,
        fixes: () => (text.startsWith('/') && protocols.includes('file') ? fix(`file:${text}`) : []),
      });
      return;
    }
    const meant = protocol.length > 1 ? nearest(protocol.toLowerCase(), protocols) : undefined;
    report({
      message: `The protocol ${code(protocol)} is not supported here; use ${inList(protocols)}.`,
      span,
      provenance,
      fixes: () => (meant === undefined ? [] : fix(text.replace(protocol, meant))),
    });
  },
});
