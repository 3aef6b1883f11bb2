import { namesOf, renewedNames } from './file-names';
import { findingOf, guardedRunner, sorted, withoutSuppressed, type RuleFailureListener } from './findings';
import { prepareRules } from './prepare-rules';
import { resourceGroupOf, unnamedFamilyOf } from '../across/resource-use';
import type { Finding, Rule } from '../rule';
import { changesKind, summarizeKinds } from '../across/summarize-kinds';
import type { FileNames, BlockGroup, BlockSummary, KindSummary } from '../across/summary';

/** The results of the file rules for a file, kept so that after an edit only the edited groups are checked. */
export interface FileFindings {
  /** The findings of each block. */
  readonly findings: readonly (readonly Finding[])[];
  readonly summaries: readonly BlockSummary[];
  /** The blocks of each group, in order. */
  readonly members: ReadonlyMap<string, readonly number[]>;
  /** By kind, the blocks that act on resources without a certain name, in order. */
  readonly unnamed: ReadonlyMap<string, readonly number[]>;
  readonly kinds: ReadonlyMap<string, KindSummary>;
  /** The findings of the groups that have some, by block. */
  readonly byGroup: ReadonlyMap<string, ReadonlyMap<number, readonly Finding[]>>;
  readonly definitions: ReadonlyMap<string, number>;
  /** Comments name more than one instance of a service. */
  readonly hasSeveralInstances: boolean;
  readonly names: FileNames;
}

/** Checks all groups of a file. */
export function checkFileRules(
  summaries: readonly BlockSummary[],
  rules: readonly Rule[],
  onRuleFailure?: RuleFailureListener,
): FileFindings {
  const prepared = prepareRules(rules);
  const definitions = new Map<string, number>();
  const members = new Map<string, number[]>();
  const unnamed = new Map<string, number[]>();
  const instances = new Set<string>();
  summaries.forEach((summary, block) => {
    for (const name of summary.instances ?? []) instances.add(name);
    for (const { name } of summary.definitions) definitions.set(name, (definitions.get(name) ?? 0) + 1);
    for (const group of groupsOf(summary, prepared)) append(members, group, block);
    const family = unnamedFamilyOf(summary);
    if (family !== undefined) append(unnamed, family, block);
  });
  const byGroup = new Map<string, ReadonlyMap<number, readonly Finding[]>>();
  const run = guardedRunner(onRuleFailure);
  const hasSeveralInstances = instances.size > 1;
  const kinds = summarizeKinds(summaries, { definitions, hasSeveralInstances });
  const seen = { summaries, members, unnamed, kinds, definitions, hasSeveralInstances, prepared, run };
  for (const group of members.keys()) {
    const found = checkGroup(group, seen);
    if (found.size > 0) byGroup.set(group, found);
  }
  const findings: (readonly Finding[])[] = summaries.map(() => none);
  for (const found of byGroup.values())
    for (const block of found.keys()) fill(findings, block, byGroup, prepared, summaries);
  const names = namesOf(summaries);
  return { findings, summaries, members, unnamed, kinds, byGroup, definitions, hasSeveralInstances, names };
}

/** Checks the groups of the changed blocks again; `summaries` has as many blocks as before. */
export function recheckFileRules(
  former: FileFindings,
  summaries: readonly BlockSummary[],
  changed: readonly number[],
  rules: readonly Rule[],
  onRuleFailure?: RuleFailureListener,
): FileFindings {
  const prepared = prepareRules(rules);
  const touched = new Set<string>();
  let members: Map<string, readonly number[]> | undefined;
  for (const block of changed) {
    const [before, now] = [former.summaries[block], summaries[block]];
    if (before === undefined || now === undefined || reachesFurther(before, now, block, former.kinds)) {
      return checkFileRules(summaries, rules, onRuleFailure);
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
  const seen = { ...former, summaries, members: members ?? former.members, prepared };
  for (const group of [...touched]) {
    // Other groups also look up the steps of this resource.
    for (const block of isResourceGroup(group, seen) ? (seen.members.get(group) ?? []) : [])
      for (const other of groupsOf(summaries[block] ?? nothing, prepared)) touched.add(other);
  }
  const byGroup = new Map(former.byGroup);
  const findings = former.findings.slice();
  const run = guardedRunner(onRuleFailure);
  const stale = new Set<number>();
  for (const group of touched) {
    for (const block of byGroup.get(group)?.keys() ?? []) stale.add(block);
    const found = checkGroup(group, { ...seen, run });
    if (found.size > 0) byGroup.set(group, found);
    else byGroup.delete(group);
    for (const block of found.keys()) stale.add(block);
  }
  for (const block of stale) fill(findings, block, byGroup, prepared, summaries);
  const names = renewedNames(former.names, former.summaries, summaries, changed);
  return { ...former, findings, summaries, byGroup, members: seen.members, names };
}

/** Returns whether the group belongs to one resource, which other groups look up. */
function isResourceGroup(group: string, { members, summaries }: Pick<FileFindings, 'members' | 'summaries'>): boolean {
  const resource = summaries[members.get(group)?.[0] ?? -1]?.resource;
  return resource?.effect.life.isCompared === true && resourceGroupOf({ ...nothing, resource }) === group;
}

type Prepared = ReturnType<typeof prepareRules>;

interface SeenFile extends Pick<
  FileFindings,
  'summaries' | 'members' | 'unnamed' | 'kinds' | 'definitions' | 'hasSeveralInstances'
> {
  readonly prepared: Prepared;
  readonly run: ReturnType<typeof guardedRunner>;
}

const none: readonly Finding[] = [];
const nobody: readonly number[] = [];

function checkGroup(group: string, file: SeenFile): Map<number, Finding[]> {
  const { summaries, members, unnamed, kinds, definitions, hasSeveralInstances, prepared, run } = file;
  const blocks = members.get(group) ?? nobody;
  const found = new Map<number, Finding[]>();
  const summaryOf = (block: number): BlockSummary => summaries[block] ?? nothing;
  const first = summaryOf(blocks[0] ?? -1);
  const kind = first.resource?.effect.life.kind;
  const summary = kind === undefined ? undefined : kinds.get(kind);
  const seen: BlockGroup = {
    summaries: blocks.map(summaryOf),
    blocks,
    unnamed: (kind === undefined ? undefined : unnamed.get(kind)) ?? nobody,
    ...(summary === undefined ? {} : { kind: summary }),
    stepsOn: (use) =>
      (members.get(resourceGroupOf({ ...nothing, resource: use }) ?? '') ?? nobody).flatMap((block) => {
        const other = summaries[block]?.resource;
        return other === undefined ? [] : [{ block, use: other }];
      }),
    summaryAt: (block) => summaries[block],
    definitions,
    hasSeveralInstances,
  };
  // A single request is not a sequence.
  for (const rule of blocks.length < 2 ? prepared.filesForSingles : prepared.files) {
    if (blocks.length === 0 || rule.groupOf(first) !== group) continue;
    run(rule, () => {
      rule.check(seen, (index, report) => {
        const block = blocks[index];
        if (block === undefined) return;
        // Rules count blocks in the group; findings count them in the file.
        const related = report.related?.map(({ isInFile, ...position }) => ({
          ...position,
          block: isInFile === true ? position.block - block : (blocks[index + position.block] ?? block) - block,
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

/** Joins the findings that the groups of the block report for it. */
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

/** Returns whether other groups than those of the block see the change. */
function reachesFurther(before: BlockSummary, now: BlockSummary, block: number, kinds: FileFindings['kinds']): boolean {
  if (changesKind(before.resource, now.resource, block, kinds)) return true;
  if (unnamedFamilyOf(before) !== undefined || unnamedFamilyOf(now) !== undefined) return true;
  if (before.instances?.join() !== now.instances?.join()) return true;
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
