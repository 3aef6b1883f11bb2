import type { BoundGraphql } from '../binding/bound-graphql';
import { nearest } from '@rulebook/text/edit-distance';
import type { BlockRule, Reporter } from './rule';
import { changeTo } from './support/change-to';
import { code, inList } from './support/wording';

/** Reports what a document of GraphQL says otherwise than its schema. */
export const faultyGraphql: BlockRule = {
  id: 'faulty-graphql',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports what of a document of GraphQL its schema does not have: fields, arguments, types, values and fragments, and required arguments and variables that are missing. A document with several operations is reported, too: where the document is written by itself, its first operation is executed, and as JSON the request has to say which one.',
    why: 'The server answers with errors in place of data, usually with the status 200. The schema is that of the endpoint, which `rulebook.json` names, or the published one of a documented service. Where a variable of the request file stands for something else than a value, the document is not compared with the schema.',
    remedy:
      'Use what the schema has; a quick fix writes the name that is probably meant. If the schema is outdated, replace its file.',
  },
  within: ['graphql'],
  request({ graphql }, report) {
    if (graphql === undefined || graphql.document.text.trim() === '') return;
    const { document, schema, inBlock, read } = graphql;
    reportOperations(graphql, report);
    if (schema === undefined || read.problem !== undefined) return;
    for (const { kind, message, span, meant, element } of schema.problemsIn(document)) {
      if (kind !== 'document') continue;
      const place = inBlock(span);
      report({
        message,
        span: place,
        provenance: schema.source.provenanceOf(element),
        ...(meant.length > 0 && { fixes: () => meant.flatMap((name) => changeTo(name, place)) }),
      });
    }
    reportMissingValues(graphql, report);
  },
};

/** The server executes one operation, and has to know which. */
function reportOperations({ read, operationName, form, inBlock }: BoundGraphql, report: Reporter): void {
  const { operations = [] } = read;
  const names = operations.flatMap(({ name }) => name ?? []);
  if (operationName !== undefined && form === 'envelope' && operations.length > 0) {
    const { text, span } = operationName;
    if (names.includes(text)) return;
    const meant = nearest(text, names);
    report({
      message: `The document has no operation ${code(text)}${meant === undefined ? '.' : `; did you mean ${code(meant)}?`}`,
      span,
      provenance: { kind: 'syntax' },
      fixes: () => changeTo(meant, span, { write: JSON.stringify }),
    });
    return;
  }
  const [, second] = operations;
  if (second === undefined) return;
  if (operationName !== undefined) {
    if (form !== 'document') return;
    report({
      message: `Only the operation ${code(operationName.text)} is executed, the first of the document. To execute another one, write it first, or name it in a JSON body with \`operationName\`.`,
      span: inBlock(second.span),
      severity: 'information',
      provenance: { kind: 'syntax' },
    });
    return;
  }
  report({
    message: `The document has ${String(operations.length)} operations, and the request does not say which one is executed. ${
      form === 'envelope'
        ? 'Name it in `operationName`.'
        : 'Keep one, or write the request as JSON with `operationName`.'
    }`,
    span: inBlock(second.span),
    provenance: { kind: 'syntax' },
  });
}

/** Where there are values, `required-field` reports which of them are missing. */
function reportMissingValues({ hasValues, form, variables, schema, inBlock }: BoundGraphql, report: Reporter): void {
  const [first] = variables?.required ?? [];
  if (hasValues || form !== 'document' || first === undefined || schema === undefined) return;
  const names = (variables?.required ?? []).map(({ name }) => `$${name}`);
  report({
    message: `The request gives no value to the required ${names.length === 1 ? 'variable' : 'variables'} ${inList(names, 'and')}. Write them as a JSON object behind the document, with a blank line in between.`,
    span: inBlock(first.span),
    provenance: schema.source.provenanceOf(''),
  });
}
