import type { BlockRule } from './rule';
import { hasRequestLine } from './support/bound-values';
import { code, inList } from './support/wording';

/** Reports a path alone that services of several endpoints have. */
export const ambiguousEndpoint: BlockRule = {
  id: 'ambiguous-endpoint',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a request without a host whose path fits several endpoints, where nothing says which one is meant.',
    why: 'Two products with the same paths, such as two kinds of clusters or code hosts, would otherwise share the requests of a file: one deletes an index here, the next one a stream there. Such a request is not sent: the editor asks for an endpoint, and the command line stops.',
    remedy:
      'Name the endpoint by `# @endpoint` above the request, which a quick fix does, or above the first `###` for the whole file. For all requests of the folder, name it in `defaults` of `rulebook.json`; for one file, choose it in the status bar.',
  },
  within: ['rivals'],
  request(binding, report) {
    const { rivals = [], request } = binding;
    if (rivals.length < 2 || !hasRequestLine(binding)) return;
    const at = request.lineSpan.start;
    const names = rivals.map(({ name }) => name);
    report({
      message: `The path fits the endpoints ${inList(names, 'and')}, so the request is not sent. Add ${code('# @endpoint')} with the name of one above it.`,
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
