import { parseAssert } from '../syntax/asserts/parse-assert';
import { unsupportedConstructs } from '../syntax/other-tools';
import type { BlockRule } from './rule';

/** Reports constructs that other tools support and Rulebook does not. */
export const unsupportedFeature: BlockRule = {
  id: 'unsupported-feature',
  scope: 'block',
  category: 'file-syntax',
  severity: 'information',
  since: '0.1.0',
  docs: {
    what: 'Reports constructs of other tools that Rulebook does not support: scripts (`> {% %}`, `< {% %}`, `{{ … }}`), files for responses (`>>`), imports, asserts (`??`) in JavaScript or XPath, and requests that are not HTTP requests.',
    why: 'They are not part of the request and are omitted when it is sent; `rulebook run` reports this before the response. Header fields of `...`, `@disabled` and `@note` change what is sent, so Rulebook sends such a request only if you confirm it. `curl` commands, WebSocket and gRPC requests are never sent.',
    remedy:
      'If another tool uses the file too, no change is needed. Write a `curl` command as a request with method, URL and header fields.',
  },
  block({ unsupported, otherRequest, asserts }, report) {
    for (const { kind, span } of unsupported) {
      const { does, what } = unsupportedConstructs[kind];
      report({ message: `Rulebook does not ${does} ${what}.`, span, provenance: { kind: 'syntax' } });
    }
    for (const { assert } of asserts) {
      const parsed = parseAssert(assert.text);
      if (parsed.kind !== 'foreign') continue;
      const span = { start: assert.span.start + parsed.span.start, end: assert.span.start + parsed.span.end };
      const message = `Rulebook does not evaluate ${parsed.what} in an assert. \`rulebook run\` reports the assert as an error.`;
      report({ message, span, provenance: { kind: 'syntax' } });
    }
    if (otherRequest === undefined) return;
    const { reason, line } = otherRequest;
    report({ message: reason, span: line.span, provenance: { kind: 'syntax' } });
  },
};
