import { textIn } from '@rulebook/text/span';
import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';
import { withRemark } from './support/wording';

/** Reports a body on an operation that takes none. */
export const unexpectedBody: BlockRule = {
  id: 'unexpected-body',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a body on an operation that takes none.',
    why: 'The service ignores or refuses the body, and readers believe that it has an effect.',
    remedy: 'Remove the body, or check whether you meant another operation.',
  },
  within: ['body'],
  concernsRequest: (operation) => operation !== undefined && operation.body === undefined,
  request(binding, report) {
    const { operation, service, request, block } = binding;
    const { body } = request;
    if (operation === undefined || operation.isOutline || operation.body !== undefined || body === undefined) return;
    const text = textIn(block.text, body.span).trim();
    if (text === '' || !hasRequestLine(binding)) return;
    const isEmpty = /^\{\s*\}$/.test(text);
    const refused = service?.refusedBody;
    report({
      message:
        refused?.message ??
        withRemark('This operation takes no request body.', isEmpty ? service?.emptyBody : undefined),
      span: body.span,
      // An empty object is harmless, where it is not refused.
      severity: isEmpty && refused === undefined ? 'information' : refused?.severity,
      provenance: refused?.provenance ?? operation.provenance,
      tag: 'unnecessary',
      fixes: () => {
        const start = block.text.slice(0, body.span.start).trimEnd().length;
        const edits = [{ span: { start, end: body.span.end }, newText: '' }];
        // What a user has written may belong to another operation that was meant.
        return [{ title: 'Remove the body', edits, isSafe: isEmpty }];
      },
    });
  },
};
