import type { Fix, MissingPart, RawReport, Report } from '../rule';
import { nameOfDescription } from '@rulebook/catalogue/source-names';
import { code, inList, quoted } from './wording';

/** A longer list of names is cut in messages, and a longer one of quick fixes ends. */
const maxListed = 12;

/** Returns what a report says of a missing part: its message, its quick fix, and what joins it with others of the same kind. */
export function missingReport(missing: MissingPart): Pick<Report, 'message' | 'fixes' | 'missing'> {
  const { subject, kind, name } = missing;
  return {
    message: `${subject} lacks the required ${kind} ${code(name)}.`,
    fixes: () => fixesAdding(missing, [name]),
    missing,
  };
}

/**
 * Returns the reports about one object or request, those about its missing parts as one, in the place of the first: who writes `{}` reads one
 * list of what is to be added. Reports of different severities or layers stay apart, since each says how sure it is.
 */
export function oneForMissingParts(reports: readonly RawReport[]): readonly RawReport[] {
  if (reports.length < 2) return reports;
  let groups: Map<string, RawReport[]> | undefined;
  for (const raw of reports) {
    const key = groupKeyOf(raw);
    if (key === undefined) continue;
    groups ??= new Map();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [raw]);
    else group.push(raw);
  }
  if (groups === undefined) return reports;
  const joined = new Map<RawReport, RawReport | undefined>();
  for (const [first, ...others] of groups.values()) {
    if (first === undefined || others.length === 0) continue;
    for (const other of others) joined.set(other, undefined);
    joined.set(first, joinedReport(first, others));
  }
  if (joined.size === 0) return reports;
  return reports.flatMap((raw) => (joined.has(raw) ? (joined.get(raw) ?? []) : raw));
}

function groupKeyOf({ rule, report, severity }: RawReport): string | undefined {
  const { missing, span, provenance } = report;
  if (missing === undefined) return undefined;
  const layer = provenance.kind === 'described' ? nameOfDescription(provenance) : '';
  const isRefused = report.isRefused ?? (provenance.kind === 'reference' && provenance.isRefused === true);
  return [
    rule.id,
    `${span.start} ${span.end}`,
    report.severity ?? severity ?? '',
    `${provenance.kind} ${isRefused} ${layer}`,
    `${missing.subject} ${missing.kind}`,
  ].join('\n');
}

function joinedReport(first: RawReport, others: readonly RawReport[]): RawReport {
  const { missing } = first.report;
  if (missing === undefined) return first;
  const names = [first, ...others].flatMap(({ report }) => report.missing?.name ?? []);
  const shown = names.length > maxListed ? names.slice(0, maxListed - 1) : names;
  const listed =
    shown.length < names.length
      ? `${shown.map(code).join(', ')} and ${names.length - shown.length} more`
      : inList(shown, 'and');
  return {
    ...first,
    report: {
      ...first.report,
      message: `${missing.subject} lacks the required ${missing.kind}s ${listed}.`,
      fixes: () => fixesAdding(missing, names),
    },
  };
}

/** Returns a fix that adds all parts, and one for each of them. */
function fixesAdding({ add }: MissingPart, names: readonly string[]): readonly Fix[] {
  const adding = (title: string, added: readonly string[]): readonly Fix[] => {
    const edits = add(added);
    return edits.length === 0 ? [] : [{ title, edits, isSafe: false, isUnfinished: true }];
  };
  const single = names.slice(0, maxListed).flatMap((name) => adding(`Add ${quoted(name)}`, [name]));
  return names.length < 2
    ? single
    : [...adding(names.length === 2 ? 'Add both' : `Add all ${names.length}`, names), ...single];
}
