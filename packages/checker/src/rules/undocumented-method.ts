import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';
import type { Service } from '@rulebook/catalogue/service';
import { perObject } from '@rulebook/text/structures/memo';
import { expressionOf } from '@rulebook/text/expressions';
import { code, documentedOrDescribed, inList } from './support/wording';

/** Returns whether the documents of a service say themselves where HEAD is. */
const namesHead = perObject(({ operations }: Service) =>
  operations.some(({ methods, provenance }) => provenance.kind === 'documented' && methods.includes('HEAD')),
);

function listsHead(service: Service | undefined): boolean {
  return service !== undefined && namesHead(service);
}

/** Reports a method that is not documented for the path. */
export const undocumentedMethod: BlockRule = {
  id: 'undocumented-method',
  scope: 'block',
  category: 'style',
  severity: 'warning',
  docs: {
    what: 'Reports a method that is not documented for the path.',
    why: 'The service answers with an error, or does something that the document does not describe. Methods that servers also accept are reported as hints.',
    remedy: 'Use one of the documented methods.',
  },
  concernsRequest: (operation) => operation === undefined || operation.furtherMethods !== undefined,
  request(binding, report) {
    const { match, request, method, operation, service } = binding;
    const further = operation?.furtherMethods;
    if (further?.methods.includes(method) === true && request.method !== undefined) {
      const { message, provenance } = further;
      report({ message, provenance, severity: 'hint', span: request.method.span });
    }
    if (match.kind !== 'other-method' || !hasRequestLine(binding)) return;
    const path = `/${binding.segments.map(({ text }) => text).join('/')}`;
    const isAnswered = service?.furtherRequests?.some(
      (one) => one.methods.includes(method) && expressionOf(one.path, '').test(path),
    );
    if (isAnswered === true) return;
    // HTTP has HEAD where GET is, and descriptions rarely say so. Documents list all methods, and so does what is described below them.
    const isRead = match.operations.some((one) => one.provenance.kind === 'described' && one.methods.includes('GET'));
    if (method === 'HEAD' && isRead && !listsHead(service)) return;
    // Operations that are only known to exist are named if there are no others.
    const described = match.operations.filter(
      ({ isOutline, provenance }) => !isOutline && provenance.kind !== 'reference',
    );
    const operations = described.length > 0 ? described : match.operations;
    const methods = [...new Set(operations.flatMap((operation) => operation.methods))];
    const [first] = operations;
    if (first === undefined || methods.length === 0 || request.method?.text.includes('{{')) return;
    report({
      message: `${code(method)} is not ${documentedOrDescribed(first.provenance)} for this path; use ${inList(methods)}.`,
      span: request.method?.span ?? request.target.path.span,
      provenance: first.provenance,
      fixes: () =>
        methods.map((newMethod) => ({
          title: `Change the method to ${newMethod}`,
          edits: [
            request.method === undefined
              ? { span: { start: request.target.span.start, end: request.target.span.start }, newText: `${newMethod} ` }
              : { span: request.method.span, newText: newMethod },
          ],
          isSafe: false,
        })),
    });
  },
};
