import type { Effect } from '../plan/plan';
import { describeEffectSource, shownEffects, wordFor } from './effect-words';
import type { Explanation, ExplainedVariable } from './explanation';
import { shownValueOf, marksOf, whyNone } from './explanation-text';

/** Returns an explanation as a document for an editor, in the notation of request files: what is not sent is in comments. */
export function explanationDocument(explanation: Explanation): string {
  const { label, endpoint, credential, variables, problems, sending } = explanation;
  const { losses, others } = shownEffects(explanation);
  const marks = marksOf(endpoint);
  const place = endpoint
    ? `${endpoint.name}${marks.length > 0 ? ` (${marks.join(', ')})` : ''} ${endpoint.baseUrl}: ${endpoint.why}`
    : `none (${whyNone(explanation.url)})`;
  return `${[
    comment(`Nothing was sent. This is what "${label}" would send and do.`),
    section(
      'What will be lost',
      losses.map((effect) => effectLines(effect, '')),
    ),
    section(
      'Problems',
      problems.map((problem) => comment(problem)),
    ),
    section('Where it goes', [comment(`Endpoint: ${place}`), comment(`Credential: ${credential.source}`)]),
    section(
      'What its directives say',
      sending.map((sentence) => comment(sentence)),
    ),
    section('Request', [requestText(explanation)]),
    section('Variables', variables.map(variableLines)),
    section(
      'What the documents say',
      others.map((effect) => effectLines(effect, `${wordFor(effect)}: `)),
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n')}\n`;
}

function section(title: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : [`### ${title}`, ...parts].join('\n');
}

function effectLines(effect: Effect, word: string): string {
  const source = describeEffectSource(effect);
  const line = comment(`${word}${effect.message}`);
  return source === undefined ? line : `${line}\n${comment(source, '  ')}`;
}

function requestText({ method, url, headers, body, isBodyCut }: Explanation): string {
  const head = [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n');
  return body === undefined || body === '' ? head : `${head}\n\n${body.trimEnd()}${isBodyCut ? '\n# …' : ''}`;
}

function variableLines(variable: ExplainedVariable): string {
  const { name, source, shadows, kind } = variable;
  const from = `${source}${shadows.length === 0 ? '' : `; shadows ${shadows.join(', ')}`}`;
  // What has no value, or a new one each time, is not a definition.
  if (kind === 'none' || kind === 'system') return comment(`{{${name}}}: ${from}`);
  return `@${oneLine(name)} = ${shownValueOf(variable)}\n${comment(from, '  ')}`;
}

/** A comment is one line, however long: an editor wraps it where its pane ends. */
function comment(text: string, indent = ''): string {
  return `# ${indent}${oneLine(text)}`;
}

function oneLine(text: string): string {
  return text
    .trim()
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(' ');
}
