import { reasonNotToRun } from '@rulebook/request-file/syntax/other-tools/runnable-script';
import { lackOf } from '@rulebook/request-file/syntax/constructs';
import { isSharedBlock, unsharedParts } from '@rulebook/request-file/syntax/other-tools/shared-block';
import { readSendingDirectives } from '@rulebook/request-file/syntax/sending-directives';
import type { BlockRule } from './rule';

/** Reports constructs that other tools support and Rulebook does not. */
export const unsupportedFeature: BlockRule = {
  id: 'unsupported-feature',
  scope: 'block',
  category: 'file-syntax',
  severity: 'information',
  isAdvice: true,
  docs: {
    what: 'Reports constructs of other tools that Rulebook does not support: scripts in other languages than JavaScript, directives that need JavaScript, `# @file-to-variable` of Kulala, `curl` commands that are not understood, requests of other protocols than HTTP and WebSocket, and what a shared block of Kulala adds to requests besides scripts and header fields.',
    why: 'They are not part of the request and are omitted when it is sent; `rulebook run` reports this before the response. Scripts and asserts in JavaScript are run when their request is sent. Header fields of `...`, and conditions and lists of `@disabled` and `@loop` that need JavaScript (`!token` and `name == "value"` do not), change what is sent, so Rulebook sends such a request only if you confirm it. A `curl` command is sent when all of it is understood; otherwise the finding names what is not. gRPC requests are never sent.',
    remedy:
      'If another tool uses the file too, no change is needed. Write a `curl` command that is not understood as a request with method, URL and header fields.',
  },
  within: ['other-directives', 'other-request', 'shared-block', 'unsupported'],
  block(block, report) {
    const { unsupported, otherRequest, scripts } = block;
    for (const { kind, span } of unsupported) {
      const lack = lackOf(kind);
      if (lack === undefined) continue;
      report({ message: lack.message, span, provenance: { kind: 'syntax' } });
    }
    for (const script of scripts) {
      const reason = reasonNotToRun(script);
      if (reason === undefined) continue;
      const message = `Rulebook does not run this script: ${reason}.`;
      report({ message, span: script.path?.span ?? script.span, provenance: { kind: 'syntax' } });
    }
    for (const { name, span } of block.directives) {
      if (name.text !== 'file-to-variable') continue;
      const message =
        'Rulebook does not read files into variables. Include the file in the body with `< file`, or define the variable.';
      report({ message, span, provenance: { kind: 'syntax' } });
    }
    for (const { reason, span } of readSendingDirectives(block).problems)
      report({ message: reason, span, provenance: { kind: 'syntax' } });
    for (const { message, span } of unsharedParts(block)) report({ message, span, provenance: { kind: 'syntax' } });
    // What a shared block adds to the others is carried out.
    if (otherRequest === undefined || otherRequest.curl !== undefined || isSharedBlock(block)) return;
    const { reason, line } = otherRequest;
    report({ message: reason, span: line.span, provenance: { kind: 'syntax' } });
  },
};
