import type { CheckOptions } from '../../packages/engine/src/index';
import { parseConfiguration } from '../../packages/sender/src/configuration/index';
import { lineStartsOf, positionAt } from '../../packages/text/src/lines';
import { annotation } from '../../tools/lib/rule-examples.mjs';
import { bareOptions, optionsFor, type FileFinding } from './check-text';

/** What a fixture expects: a place on one line, and what is said there. */
export interface Expectation {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly severity: string;
  readonly rule: string;
  readonly message: string;
}

/** A fixture without its annotations, and what they say. */
export interface Fixture {
  readonly text: string;
  readonly expected: readonly Expectation[];
  /** The lines at its start that hold the settings of the check, as they are written. */
  readonly settings: string;
  readonly options: CheckOptions;
}

// `#| ` at the start of the first lines: together they are the `rulebook.json` with which the file is checked.
const settingsLines = /^(?:#\|.*\n)*/;

/** Takes the annotations and settings out of a fixture. */
export function readFixture(source: string): Fixture {
  const settings = settingsLines.exec(source)?.[0] ?? '';
  const kept: string[] = [];
  const expected: Expectation[] = [];
  for (const line of source.slice(settings.length).split('\n')) {
    const match = annotation.exec(line);
    if (!match) {
      kept.push(line);
      continue;
    }
    const [, blanks = '', carets, arrows, severity = '', rule = '', message = ''] = match;
    const start = arrows === undefined ? blanks.length + 1 : 0;
    const end = start + (carets ?? arrows ?? '').length;
    expected.push({ line: kept.length - 1, start, end, severity, rule, message });
  }
  const text = kept.join('\n');
  return { text, expected, settings, options: optionsOf(settings, text) };
}

function optionsOf(settings: string, text: string): CheckOptions {
  if (settings === '') return optionsFor(text);
  const { configuration, problems } = parseConfiguration(settings.replace(/^#\|/gm, ''));
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '));
  const { endpoints, defaults, rules } = configuration;
  return { context: { ...bareOptions.context, endpoints, defaults }, severities: rules };
}

/** Returns a finding in the form of an expectation; of a span over several lines, the part on the first. */
export function expectationOf(text: string, { finding, start, end }: FileFinding): Expectation {
  const lineStarts = lineStartsOf(text);
  const { line, character } = positionAt(lineStarts, start);
  const lineEnd = text.indexOf('\n', start) < 0 ? text.length : text.indexOf('\n', start);
  const { severity, rule, message } = finding;
  return { line, start: character, end: character + Math.min(end, lineEnd) - start, severity, rule, message };
}

/** Writes expectations under the lines that they are about. */
export function annotate(text: string, expectations: readonly Expectation[]): string {
  return text
    .split('\n')
    .flatMap((content, line) => [
      content,
      ...expectations.filter((expectation) => expectation.line === line).map(annotationOf),
    ])
    .join('\n');
}

function annotationOf({ start, end, severity, rule, message }: Expectation): string {
  const width = Math.max(1, end - start);
  const mark = start === 0 ? '<'.repeat(width) : ' '.repeat(start - 1) + '^'.repeat(width);
  return `#${mark} ${severity} ${rule}: ${message}`;
}
