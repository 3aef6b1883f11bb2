import { chooseShape } from '../binding/choose-shape';
import { requiredFieldsOf } from '../binding/required-fields';
import { hasRequestLine } from './support/bound-values';
import { reindent, skeletonOf } from './support/json-edits';
import type { BlockRule } from './rule';

/** Reports a request without the body that its operation requires. */
export const missingBody: BlockRule = {
  id: 'missing-body',
  scope: 'block',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a request without the body that its operation requires.',
    why: 'The operation takes its data from the body.',
    remedy: 'Write the body after a blank line; completion offers its fields, and the quick fix inserts a body.',
  },
  within: ['no-body'],
  concernsRequest: (operation) => operation?.body?.required !== undefined && operation.body.required !== false,
  request(binding, report) {
    const { operation, request } = binding;
    if (
      operation?.body?.required === undefined ||
      operation.body.required === false ||
      operation.isOutline ||
      !hasRequestLine(binding)
    )
      return;
    const { body } = request;
    const isEmpty =
      body === undefined || (body.kind === 'json' && body.values.length === 0 && body.problems.length === 0);
    // The value of a variable in the head may be the body.
    if (!isEmpty || request.headVariables !== undefined) return;
    const { shape, required } = operation.body;
    const weaker = required === true ? undefined : required;
    if (request.target.query.some(({ name }) => name.text === weaker?.unlessQuery)) return;
    report({
      message: weaker?.message ?? 'This operation requires a request body.',
      span: request.lineSpan,
      severity: weaker?.severity,
      provenance: weaker?.provenance ?? operation.body.provenance,
      fixes: () => {
        const plain = shape.type === 'switch' ? chooseShape(shape, () => null) : shape;
        const fields = plain.type === 'object' ? requiredFieldsOf(plain) : [];
        const members = fields.map(
          (field) => `\n  ${JSON.stringify(field.name)}: ${reindent(skeletonOf(field), '  ')}`,
        );
        const [action] = operation.body?.actions ?? [];
        const lines = action
          ? `\n\n{ ${JSON.stringify(action.name)}: {} }\n{}`
          : operation.body?.lines && `\n\n${operation.body.lines.map(() => '{}').join('\n')}`;
        const newText = lines ?? `\n\n{${members.join(',')}${members.length > 0 ? '\n' : ''}}`;
        const end = request.headers[request.headers.length - 1]?.span.end ?? request.lineSpan.end;
        return [
          { title: 'Add a body', edits: [{ span: { start: end, end }, newText }], isSafe: false, isUnfinished: true },
        ];
      },
    });
  },
};
