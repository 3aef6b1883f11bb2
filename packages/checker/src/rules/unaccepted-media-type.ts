import { headerOf, type Binding } from '../binding/model';
import { lineEndOf } from '@rulebook/text/lines';
import { productOf } from '../binding/vendor-facts';
import { namedTypes } from './support/body-media-types';
import { hasRequestLine } from './support/bound-values';
import { changeTo } from './support/change-to';
import type { BlockRule } from './rule';
import { code, inList, quoted } from './support/wording';

/** Reports a body in a media type that the operation does not take. */
export const unacceptedMediaType: BlockRule = {
  id: 'unaccepted-media-type',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a body in a media type that the operation does not take, such as JSON where a form is described.',
    why: 'The service refuses the request, often with the status 415, or does not read the body.',
    remedy: 'Send the body in a media type that the message names, with the `Content-Type` of that type.',
  },
  within: ['unlisted-type'],
  request(binding, report) {
    const { operation, request, service } = binding;
    const body = operation?.body;
    const own = body === undefined ? undefined : namedTypes(body);
    const accepted = own ?? (body === undefined ? undefined : service?.bodyMediaTypes?.types);
    if (body === undefined || accepted === undefined || request.body === undefined || !hasRequestLine(binding)) return;
    const header = headerOf(request, 'Content-Type');
    const written = header?.value.text.split(';')[0]?.trim().toLowerCase() ?? '';
    const product = productOf(binding);
    const unread = product?.unreadBodies;
    if (header !== undefined && unread?.words.some((word) => written.includes(word)) === true) {
      const message = `${product?.product ?? ''} reads no body in ${code(written)}.`;
      report({ message, span: header.value.span, severity: 'warning', provenance: unread.provenance });
      return;
    }
    if (header !== undefined && written !== '') {
      if (header.hasPlaceholder || !written.includes('/') || accepted.some((type) => isLike(type, written))) return;
      const [only, ...others] = accepted;
      const { span } = header.value;
      report({
        message: `This operation takes ${inList(accepted)}, not ${code(written)}.`,
        span,
        provenance: (own === undefined ? service?.bodyMediaTypes?.provenance : undefined) ?? body.provenance,
        fixes: () => (others.length > 0 || isForm(only) ? [] : changeTo(only, span)),
      });
    } else if (sendsJsonToForm(binding, accepted)) {
      report({
        message: `This operation takes a form as ${inList(accepted)}, not JSON.`,
        span: { start: request.body.span.start, end: request.body.span.start + 1 },
        provenance: body.provenance,
      });
    } else if (header === undefined && request.body.kind === 'json' && accepted.every(isPatch)) {
      const { span } = request.body;
      const [only, ...others] = accepted;
      const end = request.headers.at(-1)?.span.end ?? request.lineSpan.end;
      const newText = `${lineEndOf(binding.block.text)}Content-Type: ${only ?? ''}`;
      const add = {
        title: `Add ${quoted('Content-Type')}`,
        edits: [{ span: { start: end, end }, newText }],
        isSafe: false,
      };
      report({
        message: `This operation takes ${inList(accepted)}; without a ${code('Content-Type')} header, ${code('application/json')} is sent.`,
        span: { start: span.start, end: span.start + 1 },
        provenance: body.provenance,
        fixes: () => (others.length > 0 ? [] : [add]),
      });
    }
  },
};

/** Services rarely distinguish the names of JSON and of XML, and lines of JSON are often sent as JSON. The ways to write a patch are different. */
function isLike(type: string, written: string): boolean {
  if (isPatch(type) && !type.includes('xml')) return type === written;
  if (type === written || type === 'application/octet-stream') return true;
  return (['json', 'xml', 'yaml'] as const).some((family) => type.includes(family) && written.includes(family));
}

/** Returns whether the type says how a patch is to be read: `application/merge-patch+json`. */
function isPatch(type: string): boolean {
  return /^application\/(?:[\w.-]+-)?patch\+/.test(type);
}

function isForm(type: string | undefined): boolean {
  return type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data';
}

/** Without a media type, only a body that is certainly JSON is one. */
function sendsJsonToForm({ request: { body } }: Binding, accepted: readonly string[]): boolean {
  return body?.kind === 'json' && body.values[0]?.type === 'object' && accepted.every(isForm);
}
