import { resolvedTextsOf } from '../../binding/destination';
import type { Binding } from '../../binding/model';
import type { Block, BlockText, Suppression } from '@rulebook/request-file/syntax/model';
import { curlRequestOf, type CurlRequest } from '@rulebook/request-file/syntax/curl/curl-request';
import { definitionsFor, startOfRequest } from '@rulebook/request-file/syntax/definitions-at';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { blockText } from '@rulebook/request-file/syntax/split-blocks';
import type { Finding, Rule } from '../rule';
import type { BlockCheck } from './collect-reports';
import { noFindings as none, type BlockResult } from './file-block';
import type { BlockVisitor, FileCheckerParts, FileOptions } from './file-checker-parts';
import { sortedFindings, withoutSuppressed } from './findings';
import { withSeverities } from './joined-findings';
import { prepareRules } from './prepare-rules';
import { checkBlocks, summarizeBlock } from './run-rules';

/** How blocks of a file are read and checked. */
export interface HowToCheck {
  readonly parts: Pick<FileCheckerParts, 'parseOnce' | 'bind' | 'onRuleFailure'>;
  readonly parse: FileCheckerParts['parse'];
  readonly rules: readonly Rule[];
  readonly visit: BlockVisitor | undefined;
  /** The places of which all is remembered, and those that a summary wants; undefined when all is remembered of every request. */
  readonly whole: Set<string> | undefined;
}

/** A block that was read. */
interface BoundBlock {
  readonly source: BlockText;
  readonly block: Block;
  readonly binding: Binding | undefined;
  readonly curl: CurlRequest | undefined;
  /** What the rules are asked about; undefined for a block that is not checked. */
  readonly check: Omit<BlockCheck, 'rules'> | undefined;
}

/**
 * Returns what was found in neighbouring blocks of a file, of which the first has this index. Each step is done for all of them before the next
 * step: together they are more code than a processor keeps at hand.
 */
export function blockResults(
  sources: readonly BlockText[],
  from: number,
  file: RequestFile,
  options: FileOptions,
  how: HowToCheck,
): readonly BlockResult[] {
  const { context } = options;
  const { rules, whole } = how;
  const blocks = sources.map((source) => ({ source, block: how.parse(source, file.association, context) }));
  const bound = blocks.map(({ source, block }, index) => boundBlock(source, block, from + index, file, options, how));
  const found = checkBlocks(
    bound.flatMap(({ check }) => check ?? []),
    rules,
  );
  const { summariesFor, wantedWholeBy } = prepareRules(rules);
  let next = 0;
  return bound.map(({ block, binding, curl, check }): BlockResult => {
    const own = check === undefined ? none : (found[next++] ?? none);
    const summary = summarizeBlock(block, binding, summariesFor, context, whole);
    if (whole !== undefined) for (const place of wantedWholeBy(summary)) whole.add(place);
    return {
      findings: withSeverities(curl === undefined ? own : inCommand(own, block, curl), options),
      summary,
      hasRequest: (block.request ?? curl) !== undefined,
      resolvedTexts: resolvedTextsOf(curl?.block ?? block),
      requestStart: startOfRequest(block) ?? block.text.length,
    };
  });
}

function boundBlock(
  source: BlockText,
  block: Block,
  index: number,
  file: RequestFile,
  options: FileOptions,
  { parts, visit }: HowToCheck,
): BoundBlock {
  const { context, severities } = options;
  const { onRuleFailure } = parts;
  const definitions = definitionsFor(file, index, block);
  const binding = parts.bind(block, context, definitions);
  visit?.(block, binding, source, options, file, index);
  const curl = curlRequestOf(block, (text) => parts.parseOnce(blockText(text), undefined, context));
  const checkOf = (checked: Block, of: Binding | undefined): BoundBlock['check'] => ({
    block: checked,
    binding: of,
    context,
    severities,
    onRuleFailure,
  });
  if (block.isProse) return { source, block, binding, curl, check: undefined };
  if (curl === undefined) return { source, block, binding, curl, check: checkOf(block, binding) };
  const ofCommand = parts.bind(curl.block, context, definitions);
  // In a script, only where it is known which service it asks.
  const isUnknown = block.isCommand && ofCommand?.operation === undefined;
  return { source, block, binding, curl, check: isUnknown ? undefined : checkOf(curl.block, ofCommand) };
}

/** Returns the findings of the request of a curl command where they are in the command. Quick fixes know only requests. */
function inCommand(findings: readonly Finding[], block: Block, { toSource }: CurlRequest): readonly Finding[] {
  if (findings.length === 0) return none;
  const placed = findings.map(({ isFixable: _isFixable, related, ...finding }) => ({
    ...finding,
    span: toSource(finding.span),
    ...(related && {
      related: related.map((one) => (one.location === undefined ? { ...one, span: toSource(one.span) } : one)),
    }),
  }));
  return sortedFindings(withoutSuppressed(placed, suppressionsOfCommand(block)));
}

/** A comment above a command is about all its lines. */
function suppressionsOfCommand({ suppressions, otherRequest }: Block): readonly Suppression[] {
  const command = otherRequest?.span;
  if (command === undefined) return suppressions;
  return suppressions.map((one) =>
    one.target.start <= command.start && one.target.end >= command.start
      ? { ...one, target: { start: one.target.start, end: command.end } }
      : one,
  );
}
