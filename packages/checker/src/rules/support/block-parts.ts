import type { Binding } from '../../binding/model';
import type { Block } from '@rulebook/request-file/syntax/model';
import { isSharedTitle } from '@rulebook/request-file/syntax/other-tools/shared-block';

type HasPart = (block: Block, binding: Binding | undefined) => boolean;

/** What not every block has, and how to see whether one has it. */
const tests = {
  asserts: ({ asserts }) => asserts.length > 0,
  body: (_, binding) => binding?.request.body !== undefined,
  directives: ({ directives }) => directives.length > 0,
  graphql: (_, binding) => binding?.graphql !== undefined,
  imports: ({ imports, runs }) => imports.length + runs.length > 0,
  lines: (_, binding) => binding?.lines !== undefined,
  /** Directives of which one is not just the name of the request. */
  'other-directives': ({ directives }) => {
    for (const { name } of directives) if (name.text !== 'name') return true;
    return false;
  },
  'other-request': ({ otherRequest }) => otherRequest !== undefined,
  placeholders: ({ placeholders }) => placeholders.length > 0,
  problems: ({ problems }) => problems.length > 0,
  query: (_, binding) => binding !== undefined && binding.request.target.query.length > 0,
  rivals: (_, binding) => (binding?.rivals ?? binding?.passedOver) !== undefined,
  response: ({ response }) => response !== undefined,
  /** The service has versions that a header field selects, and the request has header fields. */
  'selected-version': (_, binding) =>
    binding?.service?.interfaceVersions !== undefined && binding.request.headers.length > 0,
  'shared-block': ({ title }) => title !== undefined && isSharedTitle(title.text),
  scripts: ({ scripts }) => scripts.length > 0,
  suppressions: ({ suppressions }) => suppressions.length > 0,
  unsupported: ({ unsupported }) => unsupported.length > 0,
  /** The path is not that of an operation: it is misspelt, has moved, or was removed. */
  'unmatched-path': (_, binding) => binding !== undefined && binding.match.kind !== 'operation',
  variables: ({ variables }) => variables.length > 0,
} as const satisfies Record<string, HasPart>;

/** The name of a part. */
export type BlockPart = keyof typeof tests;

const inOrder: readonly (readonly [string, HasPart])[] = Object.entries(tests);

/** Returns the parts of a block as a set, with a bit for each: it is compared for each rule and made for each block. */
export function partsOfBlock(block: Block, binding: Binding | undefined): number {
  let found = 0;
  for (let index = 0; index < inOrder.length; index++)
    if (inOrder[index]?.[1](block, binding) === true) found |= 1 << index;
  return found;
}

/** Returns the set of parts with these names. */
export function setOfParts(names: readonly BlockPart[]): number {
  return inOrder.reduce(
    (set, [name], index) => ((names as readonly string[]).includes(name) ? set | (1 << index) : set),
    0,
  );
}
