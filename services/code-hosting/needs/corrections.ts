import type {
  CompiledConstraint,
  CompiledDescription,
  CompiledField,
  CompiledOperation,
  CompiledShape,
  CompiledValues,
} from '@rulebook/description/compiled';

/** What the service is known to do where its published description says nothing that a program can read. */
interface Correction {
  /** Ids of operations. */
  readonly operations: readonly string[];
  /** Where the service or its pages say it. */
  readonly reason: string;
  /** A member of the body, or else a parameter of the path. */
  readonly member?: string;
  readonly parameter?: string;
  readonly values?: CompiledValues;
  readonly constraint?: CompiledConstraint;
}

const corrections: readonly Correction[] = [
  {
    operations: [
      'repos/add-collaborator',
      'teams/add-or-update-repo-permissions-in-org',
      'teams/add-or-update-repo-permissions-legacy',
    ],
    reason:
      'The description of the member lists these names, and custom roles; `read` and `write` are names of the web pages, and of responses.',
    member: 'permission',
    values: {
      values: ['pull', 'triage', 'push', 'maintain', 'admin'],
      isOpen: true,
      foreign: [
        { value: 'read', use: 'pull' },
        { value: 'write', use: 'push' },
      ],
    },
  },
  {
    operations: ['git/update-ref', 'git/delete-ref'],
    reason: 'The path has `refs` in front already, and the service answers that the reference does not exist.',
    parameter: 'ref',
    constraint: {
      rule: 'unsuitable-text',
      options: {
        pattern: '^refs/',
        message: '`ref` must begin with `heads/…` or `tags/…`, without `refs/` in front.',
        fix: { kind: 'without-start', start: 'refs/' },
      },
    },
  },
];

/** Returns GitHub's description with what the service is known to do. Operations that it does not have stay absent. */
export function correctedGithub(description: CompiledDescription): CompiledDescription {
  const shapes = [...description.shapes];
  const operations = description.operations.map((operation) =>
    corrections.reduce(
      (changed, correction) =>
        correction.operations.includes(operation.id) ? corrected(changed, correction, shapes) : changed,
      operation,
    ),
  );
  return { ...description, operations, shapes };
}

function corrected(operation: CompiledOperation, correction: Correction, shapes: CompiledShape[]): CompiledOperation {
  const { parameter, member } = correction;
  const { pathParameters, body } = operation;
  if (parameter !== undefined)
    return { ...operation, pathParameters: pathParameters && correctedFields(pathParameters, parameter, correction) };
  if (member === undefined || body?.shape === undefined) return operation;
  const { shape } = body;
  const written = typeof shape === 'number' ? shapes[shape] : shape;
  if (typeof written !== 'object' || written.type !== 'object' || written.fields === undefined) return operation;
  const changed = { ...written, fields: correctedFields(written.fields, member, correction) };
  if (typeof shape !== 'number') return { ...operation, body: { ...body, shape: changed } };
  shapes[shape] = changed;
  return operation;
}

function correctedFields(
  fields: readonly CompiledField[],
  name: string,
  { values, constraint }: Correction,
): readonly CompiledField[] {
  return fields.map((field) => {
    const { shape } = field;
    // A list of values in the description itself is right.
    if (field.name !== name || typeof shape === 'number' || shape.type !== 'string' || shape.values !== undefined)
      return field;
    const constraints = constraint === undefined ? shape.constraints : [...(shape.constraints ?? []), constraint];
    return { ...field, shape: { ...shape, values, constraints } };
  });
}
