import type { Checker } from '@rulebook/engine/checking';
import { rehearsedKinds, type RehearsedKind } from '@rulebook/engine/rehearsal';
import {
  isAtLeast,
  plainPaint,
  reportFormatOf,
  SummaryCounter,
  type ReportedFile,
  type ReportedFinding,
} from '@rulebook/sender/report';
import type { Severity } from '@rulebook/services';
import { visible, visibleJson } from '@rulebook/text';
import type { CheckCommandOptions } from '../check/check-session';
import { rehearsalMarkdown } from './report-markdown';
import { rehearsalText } from './report-text';
import { differenceGroupsOf, groupsOf, maxPlaces, placeOfDifference } from './report-groups';
import { differenceOf, placeOfLine } from './report-words';
import type { Rehearsal, RehearsedLine } from './model';

declare const RULEBOOK_VERSION: string;

/** Returns whether something breaks: a request is refused there, or needs what is not there, or a finding is severe enough. */
export function isFailing({ lines, play }: Rehearsal, failOn: Severity): boolean {
  const isBreaking = ({ kind, finding }: RehearsedLine): boolean =>
    kind === 'refused' || kind === 'absent' || (kind !== 'taken' && isAtLeast(finding.severity, failOn));
  const fails = play?.differences.some((one) => one.fails) === true;
  return fails || lines.some(isBreaking);
}

/** Prints what came of rehearsals in the format of the options. */
export async function writeRehearsals(
  rehearsals: readonly Rehearsal[],
  { format = 'text', minSeverity }: Pick<CheckCommandOptions, 'format' | 'minSeverity'>,
  engine: Checker,
): Promise<void> {
  const shown = rehearsals.map((one) => ({
    ...one,
    lines: inOrder(one.lines.filter(({ finding }) => isAtLeast(finding.severity, minSeverity))),
  }));
  for (const text of textsOf(shown, format, engine))
    if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

function* textsOf(rehearsals: readonly Rehearsal[], format: string, engine: Checker): Generator<string, undefined> {
  if (format === 'json') yield `${visibleJson(JSON.stringify(jsonOf(rehearsals), null, 2))}\n`;
  else if (format === 'markdown') yield visible(rehearsals.map(rehearsalMarkdown).join('\n'));
  else if (format === 'text' || format === 'frames') yield visible(rehearsals.map(rehearsalText).join('\n'));
  else yield* inFormat(rehearsals, format, engine);
  return undefined;
}

/** The most severe kinds first; of one kind, by files and lines. */
function inOrder(lines: readonly RehearsedLine[]): readonly RehearsedLine[] {
  const weight = (kind: RehearsedKind) => rehearsedKinds.indexOf(kind);
  return lines.toSorted(
    (one, other) =>
      weight(one.kind) - weight(other.kind) ||
      (one.path < other.path ? -1 : one.path > other.path ? 1 : 0) ||
      one.finding.range.start.line - other.finding.range.start.line,
  );
}

function jsonOf(rehearsals: readonly Rehearsal[]) {
  return {
    version: 1,
    rehearsals: rehearsals.map(({ release, from, lines, files, requests, unread, notes, play }) => ({
      as: release.title,
      from: from?.title ?? null,
      findings: lines.map(({ kind, path, finding, count }) => ({ kind, path, ...finding, ...(count && { count }) })),
      groups: groupsOf(lines).map(({ lines: own, message, requests: number }) => ({
        ...{ kind: own[0].kind, rule: own[0].finding.rule, message, findings: own.length, requests: number },
        places: own.slice(0, maxPlaces).map(placeOfLine),
      })),
      unread,
      notes,
      ...(play && {
        play: {
          ...play,
          groups: differenceGroupsOf(play.differences, false).map(({ differences, difference, requests: number }) => ({
            ...{ difference, requests: number },
            places: differences.slice(0, maxPlaces).map(placeOfDifference),
          })),
        },
      }),
      summary: {
        files,
        requests,
        ...Object.fromEntries(rehearsedKinds.map((kind) => [kind, lines.filter((line) => line.kind === kind).length])),
        ...(play && { played: play.played, differing: play.differences.length }),
      },
    })),
  };
}

/** The formats of checks get one list of findings by files. */
function* inFormat(rehearsals: readonly Rehearsal[], name: string, engine: Checker): Generator<string, undefined> {
  const format = reportFormatOf(name);
  if (format === undefined) return undefined;
  const writer = format.write({
    rules: engine.rules,
    version: RULEBOOK_VERSION,
    failsAt: 'error',
    paint: plainPaint,
  });
  const counter = new SummaryCounter();
  for (const file of filesOf(rehearsals)) {
    counter.addFile(file);
    for (const finding of file.findings) counter.add(finding);
    yield* writer.file(file);
  }
  yield* writer.end(counter.summary);
  return undefined;
}

function filesOf(rehearsals: readonly Rehearsal[]): readonly ReportedFile[] {
  const byPath = new Map<string, ReportedFinding[]>();
  const add = (path: string, finding: ReportedFinding): void => {
    const known = byPath.get(path);
    if (known === undefined) byPath.set(path, [finding]);
    else known.push(finding);
  };
  for (const { release, lines, play } of rehearsals) {
    for (const { kind, path, finding, count } of lines)
      if (kind !== 'taken') {
        const message = `${release.title}: ${finding.message}`;
        add(path, { ...finding, ...(count !== undefined && { occurrences: count }), message });
      }
    for (const one of play?.differences ?? []) {
      const { path, line = 1, request, fails, count } = one;
      const at = { line: line - 1, character: 0 };
      add(path, {
        rule: 'rehearsal',
        severity: fails ? 'warning' : 'information',
        message: `${release.title}: the response to ${request} differs: ${differenceOf(one)}.`,
        ...(count !== undefined && { occurrences: count }),
        range: { start: at, end: at },
        provenance: { kind: 'syntax', document: null, section: null },
      });
    }
  }
  return [...byPath].map(([path, findings]) => ({ path, findings, requests: 0 }));
}
