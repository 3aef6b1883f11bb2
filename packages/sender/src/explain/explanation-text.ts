import { count } from '@rulebook/text/count';
import type { Effect } from '../plan/plan';
import { describeEffectSource, shownEffects, wordFor } from './effect-words';
import type { Explanation, ExplainedEndpoint, ExplainedVariable } from './explanation';

/** How parts of the text are out; each returns its text for a terminal, or as it is. */
export interface TextStyle {
  readonly strong: (text: string) => string;
  readonly alarm: (text: string) => string;
  readonly faint: (text: string) => string;
}

/** Leaves the text as it is. */
export const plainStyle: TextStyle = { strong: asItIs, alarm: asItIs, faint: asItIs };

/** A longer body is cut for reading. */
const maxLines = 60;
/** A longer value of a variable is cut, so that the columns stay. */
const longestValue = 48;

/** Returns an explanation as people read it on a terminal: what is lost comes first. */
export function explanationText(explanation: Explanation, style: TextStyle = plainStyle): string {
  const { method, url, problems, headers, body, variables, sending } = explanation;
  const { losses, others } = shownEffects(explanation);
  const sections = [
    style.strong(`${method} ${url}`.trimEnd()),
    linesOfEffects(losses, style, style.alarm).join('\n'),
    problems.map((problem) => `${style.alarm('Problem')}  ${problem}`).join('\n'),
    destination(explanation, style),
    section('Header fields', columns(headers.map(([name, value]) => [name, value])), style),
    body === undefined || body === '' ? '' : section('Body', linesOfBody(body), style),
    section('Directives', sending, style),
    section('Variables', linesOfVariables(variables, style), style),
    section('The documents say', linesOfEffects(others, style, asItIs), style),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

function destination({ endpoint, credential, url }: Explanation, { faint }: TextStyle): string {
  const marks = marksOf(endpoint);
  const to = endpoint
    ? `${endpoint.name} ${endpoint.baseUrl}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}  ${faint(endpoint.why)}`
    : `none  ${faint(whyNone(url))}`;
  return columns([
    ['Endpoint', to],
    ['Credential', credential.source],
  ]).join('\n');
}

/** Returns what is peculiar in the way to an endpoint. */
export function marksOf(endpoint: ExplainedEndpoint | undefined): readonly string[] {
  const { proxy } = endpoint ?? {};
  return [
    ...(endpoint?.isProtected ? ['protected'] : []),
    ...(endpoint?.isInsecure ? ['TLS is not verified'] : []),
    ...(proxy === undefined ? [] : [proxy === 'none' ? 'through no proxy' : `through the proxy ${proxy}`]),
  ];
}

/** Returns why a request goes to no endpoint. */
export function whyNone(url: string): string {
  if (/^https?:/i.test(url)) return 'no endpoint has this URL';
  return url.startsWith('/') ? 'the request names none, and its service has none' : 'the host of the URL has no value';
}

function section(title: string, lines: readonly string[], { strong }: TextStyle): string {
  if (lines.length === 0) return '';
  return [strong(title), ...lines.map((line) => `  ${line}`)].join('\n');
}

function linesOfEffects(
  effects: readonly Effect[],
  { faint }: TextStyle,
  mark: (text: string) => string,
): readonly string[] {
  const width = Math.max(0, ...effects.map((effect) => wordFor(effect).length));
  return effects.flatMap((effect) => {
    const source = describeEffectSource(effect);
    const line = `${mark(wordFor(effect).padEnd(width))}  ${effect.message}`;
    return source === undefined ? [line] : [line, `${' '.repeat(width)}  ${faint(source)}`];
  });
}

function linesOfVariables(variables: readonly ExplainedVariable[], { faint }: TextStyle): readonly string[] {
  return columns(
    variables.map((variable) => {
      const { name, source, shadows } = variable;
      const hidden = shadows.length === 0 ? '' : `; shadows ${shadows.join(', ')}`;
      return [name, shownValueOf(variable), faint(`${source}${hidden}`)];
    }),
  );
}

/** Returns the value of a variable in one short line. */
export function shownValueOf({ value, isSecret, kind }: ExplainedVariable): string {
  if (kind === 'none' || kind === 'system') return '–';
  if (isSecret || value === undefined) return '***';
  const line = value.replace(/\s+/g, ' ');
  return line.length > longestValue ? `${line.slice(0, longestValue - 1)}…` : line === '' ? '(empty)' : line;
}

function linesOfBody(body: string): readonly string[] {
  const lines = body.trimEnd().split(/\r?\n/);
  const more = lines.length - maxLines;
  return more > 0 ? [...lines.slice(0, maxLines), `… ${count(more, 'more line')}`] : lines;
}

/** Returns rows with their cells below each other; the last column has any width. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = [...(rows[0] ?? [])].map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
  );
}

function asItIs(text: string): string {
  return text;
}
