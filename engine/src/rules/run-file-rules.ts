import { findingOf, guardedRunner, sorted, withoutSuppressed, type FaultListener } from './findings';
import { prepareRules } from './prepare-rules';
import type { BlockGroup, BlockSummary, FileRule, Finding, Rule } from './rule';

/** What the file rules say about a file, kept so that an edited file costs its edited groups only. */
export interface FileFindings {
  /** The findings of each block. */
  readonly findings: readonly (readonly Finding[])[];
  readonly summaries: readonly BlockSummary[];
  /** The blocks of each group, in order. */
  readonly members: ReadonlyMap<string, readonly number[]>;
  /** The findings of the groups that have some, by block. */
  readonly byGroup: ReadonlyMap<string, ReadonlyMap<number, readonly Finding[]>>;
  readonly definitions: ReadonlyMap<string, number>;
}

/** Checks all groups of a file. */
export function checkFileRules(
  summaries: readonly BlockSummary[],
  rules: readonly Rule[],
  onFault?: FaultListener,
): FileFindings {
  const fileRules = fileRulesOf(rules);
  const definitions = new Map<string, number>();
  const members = new Map<string, number[]>();
  const groupings = new Set(fileRules.map(({ groupOf }) => groupOf));
  summaries.forEach((summary, block) => {
    for (const { name } of summary.definitions) definitions.set(name, (definitions.get(name) ?? 0) + 1);
    for (const groupOf of groupings) {
      const group = groupOf(summary);
      if (group === undefined) continue;
      const known = members.get(group);
      if (known === undefined) members.set(group, [block]);
      else known.push(block);
    }
  });
  const byGroup = new Map<string, ReadonlyMap<number, readonly Finding[]>>();
  const run = guardedRunner(onFault);
  for (const [group, blocks] of members) {
    const found = checkGroup({ group, blocks, summaries, definitions, fileRules, run });
    if (found.size > 0) byGroup.set(group, found);
  }
  const findings: (readonly Finding[])[] = summaries.map(() => none);
  for (const found of byGroup.values())
    for (const block of found.keys()) fill(findings, block, byGroup, fileRules, summaries);
  return { findings, summaries, members, byGroup, definitions };
}

/** Checks the groups of the changed blocks again; `summaries` has as many blocks as before. */
export function recheckFileRules(
  former: FileFindings,
  summaries: readonly BlockSummary[],
  changed: readonly number[],
  rules: readonly Rule[],
  onFault?: FaultListener,
): FileFindings {
  const fileRules = fileRulesOf(rules);
  const groups = new Set<string>();
  for (const block of changed) {
    const [before, now] = [former.summaries[block], summaries[block]];
    if (before === undefined || now === undefined || !isAlike(before, now, fileRules)) {
      return checkFileRules(summaries, rules, onFault);
    }
    for (const group of groupsOf(now, fileRules)) groups.add(group);
  }
  const byGroup = new Map(former.byGroup);
  const findings = former.findings.slice();
  const run = guardedRunner(onFault);
  for (const group of groups) {
    const blocks = former.members.get(group) ?? [];
    const stale = byGroup.get(group);
    const found = checkGroup({ group, blocks, summaries, definitions: former.definitions, fileRules, run });
    if (found.size > 0) byGroup.set(group, found);
    else byGroup.delete(group);
    for (const block of new Set([...(stale?.keys() ?? []), ...found.keys()])) {
      fill(findings, block, byGroup, fileRules, summaries);
    }
  }
  return { ...former, findings, summaries, byGroup };
}

interface GroupCheck {
  readonly group: string;
  readonly blocks: readonly number[];
  readonly summaries: readonly BlockSummary[];
  readonly definitions: ReadonlyMap<string, number>;
  readonly fileRules: readonly FileRule[];
  readonly run: ReturnType<typeof guardedRunner>;
}

const none: readonly Finding[] = [];

function checkGroup({ group, blocks, summaries, definitions, fileRules, run }: GroupCheck): Map<number, Finding[]> {
  const found = new Map<number, Finding[]>();
  // One request alone has no sequence.
  if (blocks.length < 2) return found;
  const summaryOf = (block: number): BlockSummary => summaries[block] ?? nothing;
  const seen: BlockGroup = { summaries: blocks.map(summaryOf), definitions };
  const first = seen.summaries[0] ?? nothing;
  for (const rule of fileRules) {
    if (rule.groupOf(first) !== group) continue;
    run(rule, () => {
      rule.check(seen, (index, report) => {
        const block = blocks[index];
        if (block === undefined) return;
        // A rule counts in its group; a finding counts in the file.
        const related = report.related?.map((place) => ({
          ...place,
          block: (blocks[index + place.block] ?? block) - block,
        }));
        const list = found.get(block) ?? [];
        list.push(findingOf(rule, { ...report, related }));
        found.set(block, list);
      });
    });
  }
  return found;
}

const nothing: BlockSummary = { definitions: [], uses: [] };

/** Puts together what the block's groups say about it. */
function fill(
  findings: (readonly Finding[])[],
  block: number,
  byGroup: ReadonlyMap<string, ReadonlyMap<number, readonly Finding[]>>,
  fileRules: readonly FileRule[],
  summaries: readonly BlockSummary[],
): void {
  const summary = summaries[block] ?? nothing;
  const all = groupsOf(summary, fileRules).flatMap((group) => byGroup.get(group)?.get(block) ?? none);
  findings[block] = sorted(withoutSuppressed(all, summary.suppressions ?? []));
}

function groupsOf(summary: BlockSummary, fileRules: readonly FileRule[]): readonly string[] {
  const groups = new Set<string>();
  for (const { groupOf } of fileRules) {
    const group = groupOf(summary);
    if (group !== undefined) groups.add(group);
  }
  return [...groups];
}

function isAlike(before: BlockSummary, now: BlockSummary, fileRules: readonly FileRule[]): boolean {
  const namesOf = ({ definitions }: BlockSummary) => definitions.map(({ name }) => name).join('\n');
  return (
    namesOf(before) === namesOf(now) && groupsOf(before, fileRules).join('\n') === groupsOf(now, fileRules).join('\n')
  );
}

function fileRulesOf(rules: readonly Rule[]): readonly FileRule[] {
  return prepareRules(rules).files;
}
