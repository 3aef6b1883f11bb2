import { linkOfSource, placeInSource, sourceName } from '@rulebook/catalogue/source-names';
import type { Severity } from '@rulebook/catalogue/facts';
import type { Finding } from '@rulebook/checker/rules/rule';
import type { FileReport } from '@rulebook/checker/rules/runner/check-file';
import type { Span } from '@rulebook/text/span';
import { lineStartsOf, positionAt, startOfLine, type LinePosition } from '@rulebook/text/lines';

/** A finding with its position in the file; lines and characters count from zero, characters in UTF-16 code units. */
export interface ReportedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** The number of the entry, counted from 1, of a finding in a recording. */
  readonly entry?: number;
  readonly range: { readonly start: LinePosition; readonly end: LinePosition };
  /** How many requests it is about, where it is said once for all of them. */
  readonly occurrences?: number;
  /** The first quick fix, where fixes were asked for. */
  readonly fix?: ReportedFix;
  readonly provenance: {
    readonly kind: 'documented' | 'reference' | 'described' | 'house' | 'syntax';
    readonly document: string | null;
    readonly section: string | null;
    /** The page about the fact, if its description or its ruleset names one. */
    readonly link?: string;
  };
}

/** A quick fix in words. */
export interface ReportedFix {
  readonly title: string;
  readonly isSafe: boolean;
  /** It leaves values to fill in. */
  readonly isUnfinished?: boolean;
}

/** A checked file. */
export interface ReportedFile {
  readonly path: string;
  /** Made one after the other while they are read: a large file has hundreds of thousands. */
  readonly findings: Iterable<ReportedFinding>;
  /** The number of its requests. */
  readonly requests: number;
  /** Returns a line of the file without its end; absent where no one asked for it. */
  readonly lineAt?: (line: number) => string | undefined;
}

/** What a report that shows the text needs in addition to the findings. */
export interface ReportedSource {
  readonly text: string;
  /** Returns the first quick fix of each of these findings of a block. */
  readonly fixesOf: (block: number, findings: readonly Finding[]) => readonly (ReportedFix | undefined)[];
}

/** What a report counts. */
export interface Summary {
  readonly files: number;
  readonly requests: number;
  readonly errors: number;
  readonly warnings: number;
  readonly information: number;
  readonly hints: number;
}

/** The severities from the weakest to the strongest. */
export const severities: readonly Severity[] = ['hint', 'information', 'warning', 'error'];

/** Returns whether a severity is at least another one. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(least);
}

/** What of the report of a check is turned into findings with positions. */
interface BlockFindings extends Pick<FileReport, 'requests'> {
  readonly blocks: Iterable<
    Pick<NonNullable<ReturnType<FileReport['blocks']['at']>>, 'source' | 'findings' | 'lineEnds'>
  >;
}

/** Turns the findings of a file's blocks into findings with positions in the file. */
export function reportFile(path: string, report: BlockFindings, source?: ReportedSource): ReportedFile {
  return {
    path,
    findings: { [Symbol.iterator]: () => findingsIn(report, source?.fixesOf) },
    requests: report.requests,
    ...(source && { lineAt: linesOfText(source.text) }),
  };
}

/** Returns the reader of the lines of a text. */
export function linesOfText(text: string): (line: number) => string | undefined {
  const starts = lineStartsOf(text);
  return (line) => {
    const start = startOfLine(starts, line);
    return start === undefined
      ? undefined
      : text.slice(start, startOfLine(starts, line + 1) ?? text.length).replace(/[\r\n]+$/, '');
  };
}

function* findingsIn(
  report: BlockFindings,
  fixesOf: ReportedSource['fixesOf'] | undefined,
): Generator<ReportedFinding, undefined> {
  let line = 0;
  let index = -1;
  for (const { source, findings, lineEnds } of report.blocks) {
    const firstLine = line;
    line += lineEnds;
    index++;
    if (findings.length === 0) continue;
    const starts = lineStartsOf(source.text);
    const positionOf = (offset: number) => {
      const { line, character } = positionAt(starts, offset);
      return { line: line + firstLine, character: character + (source.indented?.columns[line] ?? 0) };
    };
    const fixes = fixesOf?.(index, findings) ?? [];
    let at = 0;
    for (const finding of findings) {
      const fix = fixes[at++];
      yield fix === undefined ? reported(finding, positionOf) : { ...reported(finding, positionOf), fix };
    }
  }
}

function reported(finding: Finding, positionOf: (offset: number) => LinePosition): ReportedFinding {
  const { provenance } = finding;
  const source = provenance.kind === 'syntax' || provenance.kind === 'endpoint' ? undefined : provenance;
  const link = source && linkOfSource(source);
  return {
    rule: finding.rule,
    severity: finding.severity,
    message: finding.message,
    range: { start: positionOf(finding.span.start), end: positionOf(finding.span.end) },
    provenance: {
      // Reports are made without asking endpoints.
      kind: provenance.kind === 'endpoint' ? 'syntax' : provenance.kind,
      document: source ? sourceName(source) : null,
      section: (source && placeInSource(source)) ?? null,
      ...(link !== undefined && { link }),
    },
  };
}

/** Counts files, requests and findings by severity, one after the other. */
export class SummaryCounter {
  readonly #bySeverity: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  #files = 0;
  #requests = 0;

  /** Counts a file and its requests. */
  addFile({ requests }: ReportedFile): void {
    this.#files++;
    this.#requests += requests;
  }

  /** Counts a finding. */
  add({ severity }: ReportedFinding): void {
    this.#bySeverity[severity]++;
  }

  /** Returns what has been counted. */
  get summary(): Summary {
    const { error, warning, information, hint } = this.#bySeverity;
    return { files: this.#files, requests: this.#requests, errors: error, warnings: warning, information, hints: hint };
  }
}

/** Turns the problems of a `rulebook.json`, of a description or of a file of variables into findings; it holds no requests. */
export function reportConfiguration(
  path: string,
  text: string,
  problems: readonly {
    readonly message: string;
    readonly severity: Severity;
    readonly span: Span;
    readonly rule?: string;
  }[],
  kind: 'configuration' | 'description' | 'ruleset' | 'environment' | 'arazzo' | 'overlay' = 'configuration',
): ReportedFile {
  const starts = lineStartsOf(text);
  const findings = problems.map(({ message, severity, span, rule = kind }) => ({
    rule,
    severity,
    message,
    range: { start: positionAt(starts, span.start), end: positionAt(starts, span.end) },
    provenance: { kind: 'syntax' as const, document: null, section: null },
  }));
  return { path, findings, requests: 0 };
}

/** A finding about an entry of a recording; `title` is what its message begins with. */
export interface EntryFinding {
  readonly number: number;
  readonly title: string;
  readonly fileSpan: Span;
  readonly finding: Pick<Finding, 'rule' | 'severity' | 'message' | 'provenance'>;
}

/** Turns the findings of a recording's entries into findings with positions in the recording. */
export function reportEntries(
  path: string,
  text: string,
  found: Iterable<EntryFinding>,
  requests: number,
): ReportedFile {
  const starts = lineStartsOf(text);
  const findings = {
    *[Symbol.iterator](): Generator<ReportedFinding, undefined> {
      for (const { number, title, fileSpan, finding } of found) {
        const message = `Entry ${number}${title}: ${finding.message}`;
        yield { ...reported({ ...finding, message, span: fileSpan }, (at) => positionAt(starts, at)), entry: number };
      }
      return undefined;
    },
  };
  return { path, findings, requests };
}
