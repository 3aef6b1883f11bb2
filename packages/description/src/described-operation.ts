import type { Operation } from '@rulebook/catalogue/operation';

/** The members of a described operation that are read when one of them is needed: most operations are only looked at by their paths. */
const facts = [
  'title',
  'summary',
  'provenance',
  'since',
  'deprecated',
  'deprecatedSince',
  'removed',
  'lackedBy',
  'stability',
  'link',
  'tags',
  'credentials',
  'examples',
  'needs',
  'notes',
  'client',
  'parameters',
  'isQueryOpen',
  'queryRelations',
  'body',
  'responses',
  'callbacks',
] as const satisfies readonly (keyof Operation)[];

export type OperationFacts = Pick<Operation, (typeof facts)[number]>;
type OperationIdentity = Pick<Operation, 'id' | 'service' | 'methods' | 'path' | 'slashParameters' | 'takesLines'>;

/**
 * Returns an operation whose facts are read on first use, and kept. Only then it may turn out to be an outline. A start makes one for each path of
 * a description, more than a thousand, and so it is one object with one function.
 */
export function describedOperation(
  identity: OperationIdentity,
  read: () => OperationFacts & Pick<Operation, 'isOutline'>,
): Operation {
  return new UnreadOperation(identity, read) as OperationIdentity as Operation;
}

class UnreadOperation implements OperationIdentity {
  readonly id: string;
  readonly service: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly slashParameters?: readonly string[];
  readonly takesLines?: boolean;
  isOutline?: boolean;
  readonly read: () => OperationFacts & Pick<Operation, 'isOutline'>;
  known: OperationFacts | undefined;

  constructor(
    { id, service, methods, path, slashParameters, takesLines }: OperationIdentity,
    read: () => OperationFacts & Pick<Operation, 'isOutline'>,
  ) {
    this.id = id;
    this.service = service;
    this.methods = methods;
    this.path = path;
    if (slashParameters !== undefined) this.slashParameters = slashParameters;
    if (takesLines !== undefined) this.takesLines = takesLines;
    this.read = read;
    this.known = undefined;
  }
}

function factsOf(operation: UnreadOperation): OperationFacts {
  if (operation.known !== undefined) return operation.known;
  const { isOutline, ...found } = operation.read();
  if (isOutline) operation.isOutline = true;
  return (operation.known = found);
}

for (const name of facts) {
  Object.defineProperty(UnreadOperation.prototype, name, {
    get(this: UnreadOperation) {
      return factsOf(this)[name];
    },
  });
}
