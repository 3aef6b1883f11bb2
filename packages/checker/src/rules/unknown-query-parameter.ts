import { decodedSegment } from '@rulebook/paths/path-template';
import { nearest } from '@rulebook/text/edit-distance';
import { hasRequestLine } from './support/bound-values';
import { changeTo } from './support/change-to';
import { isIgnoredByService } from './support/ignored';
import { shownQueryName, removeParameter } from './support/query-edits';
import type { BlockRule, Fix } from './rule';
import { code, documentedOrDescribed, inList, quoted } from './support/wording';

/** Reports a query parameter that is not documented for the operation. */
export const unknownQueryParameter: BlockRule = {
  id: 'unknown-query-parameter',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a query parameter that is not documented for the operation.',
    why: 'The service refuses or ignores an unknown parameter, which hides a misspelled name. If the service is known to ignore what its published description lacks, only a misspelled parameter is a warning.',
    remedy: 'Use the name that the message suggests, or remove the parameter.',
  },
  within: ['query'],
  request(binding, report) {
    const { operation, service, request, unknownQuery } = binding;
    if (operation === undefined || operation.isOutline || !hasRequestLine(binding)) return;
    if (unknownQuery.length === 0) return;
    const written = new Set(request.target.query.map(({ name }) => name.text));
    const names = [...operation.parameters.query, ...(service?.commonQuery ?? [])].map(({ name }) => name);
    const free = names.filter((name) => !written.has(name));
    for (const parameter of unknownQuery) {
      const { name } = parameter;
      if (name.text === '' || name.text.includes('{{')) continue;
      if (operation.misplacedQuery?.some((note) => note.name === name.text)) continue;
      const list = decodedSegment(name.text).replace(/\[\d*\]$/, '');
      const isList = list !== name.text && names.includes(list);
      const meant = isList ? list : nearest(name.text, free);
      const own = operation.parameters.query.map((field) => field.name);
      const word = documentedOrDescribed(operation.provenance);
      // Described operations have dozens of parameters, which would not be read.
      const isIgnored = isIgnoredByService(service, operation.provenance);
      const areNamed = own.length > 0 && (word === 'documented' || own.length <= maxNamed);
      const known = `${isIgnored ? '; the service ignores it' : ''}${areNamed ? `; ${word}: ${inList(own, 'and')}` : ''}.`;
      report({
        message: `The query parameter ${code(name.text)} is not ${word} for this operation${
          meant === undefined ? known : `; did you mean ${code(meant)}?`
        }`,
        span: name.span,
        ...(isIgnored && meant === undefined && { severity: 'information' }),
        provenance: operation.provenance,
        isRefused: service?.otherQuery !== undefined,
        meant: meant === undefined ? undefined : shownQueryName(meant),
        fixes: () => {
          const removal: Fix = {
            title: `Remove ${quoted(name.text)}`,
            edits: [removeParameter(request, parameter)],
            isSafe: false,
          };
          return [...changeTo(meant, name.span), removal];
        },
      });
    }
  },
};

const maxNamed = 12;
