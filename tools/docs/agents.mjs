// What language models read: `docs/llms.txt`, the pages by what they are about, after https://llmstxt.org; and a skill file for assistants, which
// has the steps from the wish to a request that was sent, with the commands of the command line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns both files by their paths.
 * @param {{ root: string, commands: string, exitCodes: string }} options the parts of docs/command-line.md of these names
 * @returns {readonly (readonly [path: string, text: string])[]}
 */
export function agentFiles({ root, commands, exitCodes }) {
  const overview = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return [
    ['docs/llms.txt', llmsText(overview, description)],
    ['integrations/skill/rulebook/SKILL.md', skillText({ commands, exitCodes })],
  ];
}

/** Keeps the headings and lists of the overview, and makes an entry of each page that an item names. */
function llmsText(overview, description) {
  const lines = ['# Rulebook', '', `> ${description}`, ''];
  lines.push(
    'Assistants: `rulebook mcp` gives you tools that describe, complete, check and explain requests (language-models.md); without it, the commands of command-line.md do the same.',
    '',
  );
  const joined = overview.replace(/\n {2}(?=\S)/g, ' ');
  for (const line of joined.split('\n').slice(1)) {
    if (line.startsWith('## ')) lines.push(line, '');
    else if (line.startsWith('- ')) lines.push(...entriesOf(line.slice(2)));
    else if (line === '' && lines.at(-1) !== '') lines.push('');
  }
  return `${lines.join('\n').trim()}\n`;
}

function entriesOf(item) {
  const links = [...item.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)];
  const [first] = links;
  if (links.length === 1 && item.startsWith('[')) return [`- ${first[0]}${item.slice(first[0].length)}`];
  return links.map(([, title, path]) => `- [${title}](${path})`);
}

function skillText({ commands, exitCodes }) {
  return `---
name: rulebook
description: Writes, checks, explains, tests and sends HTTP requests in files (.http, .rest, .es) and Markdown, to Elasticsearch, OpenSearch, GitHub and services with an OpenAPI description. Use it for every request that is written, changed or sent, and to find which rights requests need.
---

# Requests with Rulebook

The command is \`rulebook\`, of the npm package \`rulebook-http\` (\`npx rulebook-http\`); the npm package \`rulebook\` is a different program. Where the tools of \`rulebook mcp\` are there, use them in place of the commands.

## From a wish to a response

1. Look the request up: \`rulebook describe 'POST /_security/api_key'\`, or with words: \`rulebook describe 'create webhook'\`.
2. Write it to a file. Between requests is \`###\` with a title:

   \`\`\`http
   ### Create the key
   # @name create
   POST /_security/api_key
   Content-Type: application/json

   { "name": "nightly", "expiration": "1d" }

   ?? status == 200
   \`\`\`

   A path without a host goes to an endpoint of \`rulebook.json\`. Values come from \`{{name}}\`; secrets belong into \`.env\` or \`http-client.private.env.json\`, never into the file. \`?? …\` is an assert.
3. Check it after each change, until nothing is found that you do not mean: \`rulebook check --format json FILE\`. \`--fix\` applies the fixes that keep the meaning.
4. See what it would send and destroy: \`rulebook explain FILE:LINE\`.
5. Try it without a service: \`rulebook run --sandbox --name create FILE\`.
6. Send it only when the user wants that: \`rulebook run --name create FILE\`. Do not add \`--yes\` or \`--send-anyway\` by yourself: they answer questions that are the user's.

What a folder of requests would change is shown by \`rulebook plan FILE --endpoint NAME\`, and the least rights by \`rulebook privileges FILE\`.

## Commands

${withoutLinks(commands)}

\`rulebook COMMAND --help\` has options and exit codes. All commands have these exit codes, besides their own:

${exitCodes}
`;
}

function withoutLinks(text) {
  return text.replace(/\[([^\]]+)\]\(#[^)]+\)/g, '$1');
}
