import { findingOf, guardedRunner, sorted, withoutSuppressed, type FaultListener } from './findings';
import { prepareRules } from './prepare-rules';
import { vagueFamilyOf } from './resource-use';
import type { BlockGroup, BlockSummary, FileRule, Finding, Rule } from './rule';

/** What the file rules say about a file, kept so that an edited file costs its edited groups only. */
export interface FileFindings {
  /** The findings of each block. */
  readonly findings: readonly (readonly Finding[])[];
  readonly summaries: readonly BlockSummary[];
  /** The blocks of each group, in order. */
  readonly members: ReadonlyMap<string, readonly number[]>;
  /** By kind, the blocks that act on resources without a certain name, in order. */
  readonly vague: ReadonlyMap<string, readonly number[]>;
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
  const prepared = prepareRules(rules);
  const definitions = new Map<string, number>();
  const members = new Map<string, number[]>();
  const vague = new Map<string, number[]>();
  summaries.forEach((summary, block) => {
    for (const { name } of summary.definitions) definitions.set(name, (definitions.get(name) ?? 0) + 1);
    for (const group of groupsOf(summary, prepared)) append(members, group, block);
    const family = vagueFamilyOf(summary);
    if (family !== undefined) append(vague, family, block);
  });
  const byGroup = new Map<string, ReadonlyMap<number, readonly Finding[]>>();
  const run = guardedRunner(onFault);
  for (const [group, blocks] of members) {
    const found = checkGroup({ group, blocks, summaries, vague, definitions, fileRules: prepared.files, run });
    if (found.size > 0) byGroup.set(group, found);
  }
  const findings: (readonly Finding[])[] = summaries.map(() => none);
  for (const found of byGroup.values())
    for (const block of found.keys()) fill(findings, block, byGroup, prepared, summaries);
  return { findings, summaries, members, vague, byGroup, definitions };
}

/** Checks the groups of the changed blocks again; `summaries` has as many blocks as before. */
export function recheckFileRules(
  former: FileFindings,
  summaries: readonly BlockSummary[],
  changed: readonly number[],
  rules: readonly Rule[],
  onFault?: FaultListener,
): FileFindings {
  const prepared = prepareRules(rules);
  const touched = new Set<string>();
  let members: Map<string, readonly number[]> | undefined;
  for (const block of changed) {
    const [before, now] = [former.summaries[block], summaries[block]];
    if (before === undefined || now === undefined || reachesFurther(before, now)) {
      return checkFileRules(summaries, rules, onFault);
    }
    const [left, entered] = [groupsOf(before, prepared), groupsOf(now, prepared)];
    for (const group of [...left, ...entered]) touched.add(group);
    for (const group of left) {
      if (entered.includes(group)) continue;
      members ??= new Map(former.members);
      const rest = (members.get(group) ?? []).filter((other) => other !== block);
      if (rest.length > 0) members.set(group, rest);
      else members.delete(group);
    }
    for (const group of entered) {
      if (left.includes(group)) continue;
      members ??= new Map(former.members);
      members.set(group, withBlock(members.get(group) ?? [], block));
    }
  }
  const { vague, definitions } = former;
  const byGroup = new Map(former.byGroup);
  const findings = former.findings.slice();
  const run = guardedRunner(onFault);
  const stale = new Set<number>();
  for (const group of touched) {
    const blocks = (members ?? former.members).get(group) ?? [];
    for (const block of byGroup.get(group)?.keys() ?? []) stale.add(block);
    const found = checkGroup({ group, blocks, summaries, vague, definitions, fileRules: prepared.files, run });
    if (found.size > 0) byGroup.set(group, found);
    else byGroup.delete(group);
    for (const block of found.keys()) stale.add(block);
  }
  for (const block of stale) fill(findings, block, byGroup, prepared, summaries);
  return { ...former, findings, summaries, byGroup, ...(members === undefined ? {} : { members }) };
}

type Prepared = ReturnType<typeof prepareRules>;

interface GroupCheck {
  readonly group: string;
  readonly blocks: readonly number[];
  readonly summaries: readonly BlockSummary[];
  readonly vague: ReadonlyMap<string, readonly number[]>;
  readonly definitions: ReadonlyMap<string, number>;
  readonly fileRules: readonly FileRule[];
  readonly run: ReturnType<typeof guardedRunner>;
}

const none: readonly Finding[] = [];
const nobody: readonly number[] = [];

function checkGroup(check: GroupCheck): Map<number, Finding[]> {
  const { group, blocks, summaries, vague, definitions, fileRules, run } = check;
  const found = new Map<number, Finding[]>();
  // One request alone has no sequence.
  if (blocks.length < 2) return found;
  const summaryOf = (block: number): BlockSummary => summaries[block] ?? nothing;
  const first = summaryOf(blocks[0] ?? -1);
  const kind = first.resource?.effect.life.kind;
  const seen: BlockGroup = {
    summaries: blocks.map(summaryOf),
    blocks,
    vague: (kind === undefined ? undefined : vague.get(kind)) ?? nobody,
    definitions,
  };
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
  prepared: Prepared,
  summaries: readonly BlockSummary[],
): void {
  const summary = summaries[block] ?? nothing;
  const all = groupsOf(summary, prepared).flatMap((group) => byGroup.get(group)?.get(block) ?? none);
  findings[block] = sorted(withoutSuppressed(all, summary.suppressions ?? []));
}

function groupsOf(summary: BlockSummary, { groupings }: Prepared): readonly string[] {
  const groups: string[] = [];
  for (const groupOf of groupings) {
    const group = groupOf(summary);
    if (group !== undefined && !groups.includes(group)) groups.push(group);
  }
  return groups;
}

/** The change is seen by more groups than those of the block. */
function reachesFurther(before: BlockSummary, now: BlockSummary): boolean {
  if (vagueFamilyOf(before) !== undefined || vagueFamilyOf(now) !== undefined) return true;
  const { definitions } = before;
  return (
    definitions.length !== now.definitions.length ||
    definitions.some(({ name }, index) => name !== now.definitions[index]?.name)
  );
}

function append(lists: Map<string, number[]>, key: string, block: number): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [block]);
  else known.push(block);
}

function withBlock(blocks: readonly number[], block: number): readonly number[] {
  const at = blocks.findIndex((other) => other > block);
  return at < 0 ? [...blocks, block] : [...blocks.slice(0, at), block, ...blocks.slice(at)];
}
