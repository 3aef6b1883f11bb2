import type { BlockRule } from './rule';
import { hasRequestLine } from './support/bound-values';
import { code, inList } from './support/wording';

/** Reports a path alone that services of several endpoints have, and one that only another product than the chosen one has. */
export const ambiguousEndpoint: BlockRule = {
  id: 'ambiguous-endpoint',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a request without a host whose path fits several endpoints, where nothing says which one is meant, and one whose path only another product has than the chosen one.',
    why: 'Two products with the same paths, such as two kinds of clusters or code hosts, would otherwise share the requests of a file: one deletes an index here, the next one a stream there. Such a request is not sent: VS Code and a terminal ask for an endpoint, and scripts and other editors stop. Nor should a request leave the chosen endpoint unnoticed because the other product alone has its path.',
    remedy:
      'Name the endpoint by `# @endpoint` above the request, which a quick fix does, or above the first `###` for the whole file. For all requests of the folder, name it in `defaults` of `rulebook.json`; for one file, choose it in the status bar.',
  },
  within: ['rivals'],
  request(binding, report) {
    const { rivals = [], passedOver, endpoint, request } = binding;
    if (!hasRequestLine(binding)) return;
    const isOpen = rivals.length > 1;
    const names = isOpen ? rivals.map(({ name }) => name) : passedOver && endpoint ? [endpoint.name] : [];
    const [first] = names;
    if (first === undefined) return;
    const at = request.lineSpan.start;
    report({
      message: isOpen
        ? `The path fits the endpoints ${inList(names, 'and')}, so the request is not sent. Add ${code('# @endpoint')} with the name of one above it.`
        : `Only ${code(first)} has this operation, so the request goes there and not to ${code(passedOver?.name ?? '')}, which is chosen. Add ${code(`# @endpoint ${first}`)} above it if that is meant.`,
      span: request.target.path.span,
      provenance: { kind: 'syntax' },
      fixes: () =>
        names.map((name) => ({
          title: `Add ${code(`# @endpoint ${name}`)}`,
          edits: [{ span: { start: at, end: at }, newText: `# @endpoint ${name}\n` }],
          isSafe: false,
        })),
    });
  },
};
