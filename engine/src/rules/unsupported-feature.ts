import { parseAssert } from '../syntax/asserts/parse-assert';
import type { UnsupportedKind } from '../syntax/model';
import { unsupportedConstruct } from '../syntax/other-tools/other-tools';
import { readSendingDirectives } from '../syntax/sending-directives';
import type { FileRule } from './rule';

/** Reports constructs that other tools support and Rulebook does not. */
export const unsupportedFeature: FileRule = {
  id: 'unsupported-feature',
  scope: 'file',
  category: 'file-syntax',
  severity: 'information',
  since: '0.1.0',
  docs: {
    what: 'Reports constructs of other tools that Rulebook does not support: scripts (`> {% %}`, `< {% %}`, `{{ … }}`, files of JavaScript), of which only the first of a file is reported, asserts (`??`) in JavaScript or XPath, directives that need JavaScript, `curl` commands that are not understood, and requests that are not HTTP requests.',
    why: 'They are not part of the request and are omitted when it is sent; `rulebook run` reports this before the response. Header fields of `...`, and conditions and lists of `@disabled` and `@loop` that need JavaScript, change what is sent, so Rulebook sends such a request only if you confirm it. A `curl` command is sent when all of it is understood; otherwise the finding names what is not. WebSocket and gRPC requests are never sent.',
    remedy:
      'If another tool uses the file too, no change is needed. Write a `curl` command that is not understood as a request with method, URL and header fields.',
  },
  within: ['asserts', 'directives', 'other-request', 'unsupported'],
  block(block, report) {
    const { unsupported, otherRequest, asserts } = block;
    for (const { kind, span } of unsupported) {
      const construct = unsupportedConstruct(kind);
      if (construct === undefined || scriptKinds.includes(kind)) continue;
      const { does, what } = construct;
      report({ message: `Rulebook does not ${does} ${what}.`, span, provenance: { kind: 'syntax' } });
    }
    for (const { reason, span } of readSendingDirectives(block).problems)
      report({ message: reason, span, provenance: { kind: 'syntax' } });
    for (const { assert } of asserts) {
      const parsed = parseAssert(assert.text);
      if (parsed.kind !== 'foreign') continue;
      const span = { start: assert.span.start + parsed.span.start, end: assert.span.start + parsed.span.end };
      const message = `Rulebook does not evaluate ${parsed.what} in an assert. \`rulebook run\` reports the assert as an error.`;
      report({ message, span, provenance: { kind: 'syntax' } });
    }
    if (otherRequest === undefined || otherRequest.curl !== undefined) return;
    const { reason, line } = otherRequest;
    report({ message: reason, span: line.span, provenance: { kind: 'syntax' } });
  },
  isForSingles: true,
  groupOf: ({ script }) => script && 'scripts',
  check({ summaries: [first] }, report) {
    if (first?.script === undefined) return;
    const message = 'Rulebook does not run scripts; this is the first one of the file.';
    report(0, { message, span: first.script, provenance: { kind: 'syntax' } });
  },
};

/** Scripts are reported once a file. */
const scriptKinds: readonly UnsupportedKind[] = ['request-script', 'response-script', 'inline-script'];
