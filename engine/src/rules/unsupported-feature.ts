import { unsupportedConstructs } from '../syntax/other-tools';
import type { BlockRule } from './rule';

/** Names what other tools do with a request and Rulebook does not. */
export const unsupportedFeature: BlockRule = {
  id: 'unsupported-feature',
  scope: 'block',
  severity: 'information',
  docs: {
    what: 'Names constructs of other tools that Rulebook does not carry out: assertions (`??`), scripts (`> {% %}`, `< {% %}`, `{{ … }}`), files for answers (`>>`), imports, and requests that are no HTTP requests.',
    why: 'They are no part of the request, and are left out when it is sent; `rulebook run` says so in front of the answer. Header fields of `...` and `@disabled` change what is meant to be sent, so such a request is sent only when you insist. `curl` commands, WebSocket and gRPC requests are never sent.',
    remedy:
      'Nothing needs to be done when another tool uses the file too. Write a `curl` command as a request with method, URL and header fields.',
    valid: ['GET /_security/api_key\n\nHTTP/1.1 200 OK\n'],
    invalid: [
      'GET /_security/api_key\n\n?? body api_keys exists\n',
      'GET /_security/api_key\n\n> {%\n  client.log(response.body);\n%}\n',
      'curl -X POST http://localhost:9200/_refresh\n',
    ],
  },
  block({ unsupported, otherRequest }, report) {
    for (const { kind, span } of unsupported) {
      const { does, what } = unsupportedConstructs[kind];
      report({ message: `Rulebook does not ${does} ${what}.`, span, provenance: { kind: 'syntax' } });
    }
    if (otherRequest === undefined) return;
    const { reason, line } = otherRequest;
    report({ message: reason, span: line.span, provenance: { kind: 'syntax' } });
  },
};
