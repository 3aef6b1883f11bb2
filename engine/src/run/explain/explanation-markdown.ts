import { describeEffectSource, wordFor } from './effect-words';
import { shownValueOf } from './explanation-text';
import type { Explanation } from './explanation';

/** Returns an explanation as a document for an editor: Markdown that reads well as it is written. */
export function explanationMarkdown(explanation: Explanation): string {
  const { label, method, url, endpoint, credential, headers, body, isBodyCut, variables, effects, problems } =
    explanation;
  const losses = effects.filter(({ kind }) => kind === 'loss');
  const others = effects.filter(({ kind }) => kind !== 'loss');
  const marks = [
    ...(endpoint?.isProtected ? ['protected'] : []),
    ...(endpoint?.isInsecure ? ['TLS not verified'] : []),
  ];
  const request = [
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || body === '' ? [] : ['', body.trimEnd(), ...(isBodyCut ? ['…'] : [])]),
  ].join('\n');
  const list = (effect: (typeof effects)[number]) => {
    const source = describeEffectSource(effect);
    return `- **${wordFor(effect)}** ${effect.message}${source === undefined ? '' : ` _${source}_`}`;
  };
  return `${[
    `# ${label}`,
    'Nothing was sent.',
    ...(losses.length === 0 ? [] : ['## What will be lost', losses.map(list).join('\n')]),
    ...(problems.length === 0 ? [] : ['## Problems', problems.map((problem) => `- ${problem}`).join('\n')]),
    '## Where it goes',
    [
      endpoint
        ? `- Endpoint **${endpoint.name}** ${endpoint.baseUrl}: ${endpoint.why}${marks.length > 0 ? ` (**${marks.join(', ')}**)` : ''}`
        : '- No endpoint',
      `- Credential: ${credential.source}`,
    ].join('\n'),
    '## Request',
    fenced(request),
    ...(variables.length === 0 ? [] : ['## Variables', table(explanation)]),
    ...(others.length === 0 ? [] : ['## What the documents say', others.map(list).join('\n')]),
  ].join('\n\n')}\n`;
}

/** Returns the text as a block of code, whatever fences it contains. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}http\n${text}\n${fence}`;
}

function table({ variables }: Explanation): string {
  const rows = variables.map((variable) => {
    const { name, source, shadows } = variable;
    return [`\`${name}\``, shownValueOf(variable), source, shadows.join(', ')].map(inCell);
  });
  const head = ['Variable', 'Value', 'From', 'Shadows'];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const padded = [head, rule, ...rows].map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return padded.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
