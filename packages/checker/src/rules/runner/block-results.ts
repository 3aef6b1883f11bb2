import { resolvedTextsOf } from '../../binding/destination';
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
import type { SummarizedBlock } from './own-summaries';
import { checkBlocks } from './run-rules';
import { plainSummary, summarizeBlocks } from './summarize-blocks';

/** How blocks are read and checked. */
export interface HowToCheck {
  readonly parts: Pick<FileCheckerParts, 'parseOnce' | 'bind' | 'onRuleFailure'>;
  readonly parse: FileCheckerParts['parse'];
  readonly rules: readonly Rule[];
  readonly visit: BlockVisitor | undefined;
}

/** A block that is to be checked. */
export interface AskedBlock {
  readonly source: BlockText;
  /** Its index in its file. */
  readonly index: number;
  readonly file: RequestFile;
  readonly options: FileOptions;
  /** The places of the file of which all is remembered, and those that a summary wants; undefined when all is remembered of every request. */
  readonly whole: Set<string> | undefined;
}

/** A block that was read. */
interface BoundBlock extends SummarizedBlock {
  readonly options: FileOptions;
  readonly curl: CurlRequest | undefined;
  /** What the rules are asked about; undefined for a block that is not checked. */
  readonly check: Omit<BlockCheck, 'rules'> | undefined;
}

/**
 * Returns what was found in blocks, of one file or of several. Each step is done for all of them before the next step: together they are more code
 * than a processor keeps at hand.
 */
export function blockResults(asked: readonly AskedBlock[], how: HowToCheck): readonly BlockResult[] {
  const read = asked.map((one) => ({
    one,
    block: how.parse(one.source, one.file.association, one.options.context),
  }));
  const bound = read.map(({ one, block }) => boundBlock(one, block, how));
  const found = checkBlocks(
    bound.flatMap(({ check }) => check ?? []),
    how.rules,
  );
  const summaries = summarizeBlocks(bound, prepareRules(how.rules));
  let next = 0;
  return bound.map(({ block, options, curl, check }, index): BlockResult => {
    const own = check === undefined ? none : (found[next++] ?? none);
    return {
      findings: withSeverities(curl === undefined ? own : inCommand(own, block, curl), options),
      summary: summaries[index] ?? plainSummary,
      hasRequest: (block.request ?? curl) !== undefined,
      resolvedTexts: resolvedTextsOf(curl?.block ?? block),
      requestStart: startOfRequest(block) ?? block.text.length,
    };
  });
}

function boundBlock(
  { source, index, file, options, whole }: AskedBlock,
  block: Block,
  { parts, visit }: HowToCheck,
): BoundBlock {
  const { context, severities } = options;
  const { onRuleFailure } = parts;
  const definitions = definitionsFor(file, index, block);
  const binding = parts.bind(block, context, definitions);
  visit?.(block, binding, source, options, file, index);
  const curl = curlRequestOf(block, (text) => parts.parseOnce(blockText(text), undefined, context));
  let check: BoundBlock['check'];
  if (block.isProse) check = undefined;
  else if (curl === undefined) check = { block, binding, context, severities, onRuleFailure };
  else {
    const ofCommand = parts.bind(curl.block, context, definitions);
    // In a script, only where it is known which service it asks.
    const isUnknown = block.isCommand && ofCommand?.operation === undefined;
    check = isUnknown ? undefined : { block: curl.block, binding: ofCommand, context, severities, onRuleFailure };
  }
  return { block, binding, context, whole, options, curl, check };
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
