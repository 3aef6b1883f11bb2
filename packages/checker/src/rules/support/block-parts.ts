import type { Binding, CheckContext } from '../../binding/model';
import type { Block } from '@rulebook/request-file/syntax/model';
import { isSharedTitle } from '@rulebook/request-file/syntax/other-tools/shared-block';
import { partsOfText } from '@rulebook/request-file/syntax/text-of-block';
import { isUnlistedType } from './body-media-types';
import { areUnusualHeaders, isUnusualTarget, isUnusualVariable } from './unusual-parts';

/** What not every block has, with a bit for each: they are seen for each block, and compared for each rule. */
const bits = {
  asserts: 1 << 0,
  /** Comments above the body that do not begin with `#`. */
  'block-comments': 1 << 1,
  body: 1 << 2,
  /** Problems in JSON, also in that behind a document of GraphQL. */
  'body-problems': 1 << 3,
  'deprecated-operation': 1 << 4,
  directives: 1 << 5,
  graphql: 1 << 6,
  imports: 1 << 7,
  lines: 1 << 8,
  /** No body, or one of JSON without a value. */
  'no-body': 1 << 9,
  /** A body that is not JSON. */
  'other-body': 1 << 10,
  /** Directives of which one is not just the name of the request. */
  'other-directives': 1 << 11,
  'other-request': 1 << 12,
  placeholders: 1 << 13,
  problems: 1 << 14,
  query: 1 << 15,
  response: 1 << 16,
  rivals: 1 << 17,
  scripts: 1 << 18,
  /** The service has versions that a header field selects, and the request has header fields. */
  'selected-version': 1 << 19,
  'shared-block': 1 << 20,
  /** The team has stated rules or rights, or the file imports others. */
  stated: 1 << 21,
  suppressions: 1 << 22,
  /** The type of the body is not one of those that the operation lists. */
  'unlisted-type': 1 << 23,
  /** The path is not that of an operation: it is misspelt, has moved, or was removed. */
  'unmatched-path': 1 << 24,
  unsupported: 1 << 25,
  /** Header fields that are not known or whose values need a closer look, and `Host`. */
  'unusual-headers': 1 << 26,
  /** More in a request line than words, names and variables. */
  'unusual-target': 1 << 27,
  /** Variables that are more than a name. */
  'unusual-variables': 1 << 28,
  variables: 1 << 29,
} as const;

/** The name of a part. */
export type BlockPart = keyof typeof bits;

/** Returns the parts of a block as a set. */
export function partsOfBlock(block: Block, binding: Binding | undefined, context: CheckContext): number {
  return partsInText(block) | partsAround(context) | (binding === undefined ? 0 : partsOfRequest(binding));
}

/** Returns the set of parts with these names. */
export function setOfParts(names: readonly BlockPart[]): number {
  return names.reduce((set, name) => set | bits[name], 0);
}

function partsInText(block: Block): number {
  const { title } = block;
  let found = 0;
  if (block.asserts.length > 0) found |= bits.asserts;
  if (block.comments.length > 0 && hasBlockComments(block)) found |= bits['block-comments'];
  if (block.directives.length > 0) {
    found |= bits.directives;
    if (block.directives.some(({ name }) => name.text !== 'name')) found |= bits['other-directives'];
  }
  if (block.imports.length + block.runs.length > 0) found |= bits.imports;
  if (block.otherRequest !== undefined) found |= bits['other-request'];
  if (block.placeholders.length > 0) {
    found |= bits.placeholders;
    if (block.placeholders.some(({ name }) => isUnusualVariable(name))) found |= bits['unusual-variables'];
  }
  if (block.problems.length > 0) found |= bits.problems;
  if (block.response !== undefined) found |= bits.response;
  if (block.scripts.length > 0) found |= bits.scripts;
  if (title !== undefined && isSharedTitle(title.text)) found |= bits['shared-block'];
  if (block.suppressions.length > 0) found |= bits.suppressions;
  if (block.unsupported.length > 0) found |= bits.unsupported;
  if (block.variables.length > 0) found |= bits.variables;
  return found;
}

function partsAround({ houseRules, rights, outsideNames }: CheckContext): number {
  const hasRules = houseRules !== undefined && houseRules.length > 0;
  return hasRules || rights !== undefined || outsideNames?.imported !== undefined ? bits.stated : 0;
}

function partsOfRequest(binding: Binding): number {
  const { request, service } = binding;
  let found = partsOfBody(binding);
  if (binding.operation?.deprecated !== undefined) found |= bits['deprecated-operation'];
  if (binding.graphql !== undefined) found |= bits.graphql;
  if (binding.lines !== undefined) found |= bits.lines;
  if (request.target.query.length > 0) found |= bits.query;
  if ((binding.rivals ?? binding.passedOver) !== undefined) found |= bits.rivals;
  if (service?.interfaceVersions !== undefined && request.headers.length > 0) found |= bits['selected-version'];
  if (binding.match.kind !== 'operation') found |= bits['unmatched-path'];
  if (areUnusualHeaders(binding)) found |= bits['unusual-headers'];
  if (isUnusualTarget(binding)) found |= bits['unusual-target'];
  return found;
}

function partsOfBody(binding: Binding): number {
  const { body } = binding.request;
  if (body === undefined) return bits['no-body'];
  const found = bits.body | (isUnlistedType(binding) ? bits['unlisted-type'] : 0);
  if (body.kind !== 'json') {
    const areFaulty = body.kind === 'graphql' && (body.values?.problems.length ?? 0) > 0;
    return found | bits['other-body'] | (areFaulty ? bits['body-problems'] : 0);
  }
  return (
    found | (body.values.length === 0 ? bits['no-body'] : 0) | (body.problems.length > 0 ? bits['body-problems'] : 0)
  );
}

function hasBlockComments(block: Block): boolean {
  const text = partsOfText(block);
  for (const { start } of block.comments) if (text.slice(start, start + 1) !== '#') return true;
  return false;
}
