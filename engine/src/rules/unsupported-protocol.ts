import { nearest } from '../text/edit-distance';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code, listOf } from './support/wording';

/** Reports a URL whose protocol is none of the documented ones. */
export const unsupportedProtocol = defineConstraintRule({
  id: 'unsupported-protocol',
  scope: 'constraint',
  severity: 'error',
  docs: {
    what: 'Reports a URL that has no protocol, or one that is not documented for its place.',
    why: 'The service cannot open such a URL.',
    remedy:
      'Write the URL with one of the protocols that the message names. A path becomes a URL with `file:` in front.',
    valid: ['PUT /_snapshot/backup\n\n{ "type": "url", "settings": { "url": "file:/mnt/backup" } }\n'],
    invalid: [
      'PUT /_snapshot/backup\n\n{ "type": "url", "settings": { "url": "s3://bucket/backup" } }\n',
      'PUT /_snapshot/backup\n\n{ "type": "url", "settings": { "url": "/mnt/backup" } }\n',
    ],
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined) return;
    const { text, span, quote } = scalar;
    const { protocols } = options;
    const protocol = /^\s*([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1];
    if (protocol !== undefined && protocols.includes(protocol.toLowerCase())) return;
    const fix = (newText: string) => [
      { title: `Change to \`${newText}\``, edits: [{ span, newText: quote(newText) }], isSafe: false },
    ];
    if (protocol === undefined) {
      report({
        message: `${text === '' ? 'An empty text' : code(text)} is not a URL with a protocol: ${listOf(protocols)}.`,
        span,
        provenance,
        fixes: () => (text.startsWith('/') && protocols.includes('file') ? fix(`file:${text}`) : []),
      });
      return;
    }
    const meant = protocol.length > 1 ? nearest(protocol.toLowerCase(), protocols) : undefined;
    report({
      message: `The protocol ${code(protocol)} is not supported here; supported: ${listOf(protocols, 'and')}.`,
      span,
      provenance,
      fixes: () => (meant === undefined ? [] : fix(text.replace(protocol, meant))),
    });
  },
});
