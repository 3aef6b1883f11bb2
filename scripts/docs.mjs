// Writes docs/rules, a page for each rule; docs/documents.md, what the catalogue knows of each section; and the schema of rulebook.json.
//   --check   write nothing; fail when a page is missing, outdated or left over
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as prettier from 'prettier';
import { loadEngine } from './lib/load-engine.mjs';
import { factRows } from './lib/rule-facts.mjs';
import { sectionEntries, sectionKey } from './lib/section-entries.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'rules');

const whyEmpty = {
  overview: 'It introduces the sections below it and says nothing of its own about a request.',
  'not-shown': 'The document says that this is not shown.',
};

/** Sections without an entry, and sections with entries that are said to have none. */
const uncovered = [];

const { createEngine, configurationSchema } = await loadEngine();
const { rules, catalogue } = createEngine();
const schema = configurationSchema(rules);
const pages = new Map([['README.md', indexPage()]]);
for (const rule of rules) pages.set(`${rule.id}.md`, rulePage(rule));
pages.set('../documents.md', documentsPage());
pages.set('../../schemas/rulebook.schema.json', JSON.stringify(schema, null, 2));
for (const [name, text] of pages) pages.set(name, await formatted(name, text));

if (process.argv.includes('--check')) process.exitCode = check();
else write();

function indexPage() {
  const rows = [...rules]
    .sort((a, b) => a.id.localeCompare(b.id))
    .map(({ id, severity, docs }) => `| [${id}](${id}.md) | ${severity} | ${cell(docs.what)} |`);
  return [
    '# Rules',
    '',
    'Each rule has a page. The severity is the one that holds where neither a document nor your settings say another.',
    '',
    '| Rule | Severity | What |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function documentsPage() {
  const entries = sectionEntries(catalogue);
  const parts = [
    '# Documents',
    'Every section of the two documents, and the elements of the catalogue that stand for it.',
  ];
  for (const { id, title, sections } of catalogue.documents) {
    parts.push(`## ${title}`);
    for (const section of new Map(sections.map((one) => [one.title, one])).values()) {
      const cited = entries.get(sectionKey(id, section.title));
      parts.push(`### ${section.title}`, section.summary);
      if (cited)
        parts.push([...cited].map(([place, elements]) => `- ${place}: ${[...elements].join(', ')}`).join('\n'));
      else parts.push(whyEmpty[section.isEmpty] ?? '**No entry.**');
      if (Boolean(cited) === Boolean(section.isEmpty)) uncovered.push(`${id}: ${section.title}`);
    }
  }
  return `${parts.join('\n\n')}\n`;
}

function rulePage({ id, scope, severity, docs }) {
  const scopes = {
    block: 'each request by itself',
    constraint: 'elements to which the catalogue attaches it',
    file: 'the requests of a file in their order',
  };
  const rows = factRows(id, catalogue);
  const parts = [
    `# ${id}`,
    docs.what,
    `Default severity: **${severity}**. Looks at ${scopes[scope]}.`,
    '## Why',
    docs.why,
    '## What to do',
    docs.remedy,
  ];
  if (docs.invalid.length > 0) parts.push('## Reported', ...docs.invalid.map(example));
  parts.push('## Not reported', ...docs.valid.map(example));
  for (const [path, text] of Object.entries(docs.files ?? {})) {
    parts.push(`Where \`${path}\` is:`, `\`\`\`json\n${text.trimEnd()}\n\`\`\``);
  }
  if (rows.length > 0) parts.push('## Where it holds', factTable(rows));
  parts.push(
    '## Switching it off',
    `For one line, by a comment above it: \`# rulebook-ignore ${id}\`. For a workspace, in \`rulebook.json\`: \`"rules": { "${id}": "off" }\`.`,
  );
  return `${parts.join('\n\n')}\n`;
}

function example(text) {
  return `\`\`\`http\n${text.trimEnd()}\n\`\`\``;
}

function factTable(rows) {
  const titles = new Map(catalogue.documents.map(({ id, title }) => [id, title.split(':')[0]]));
  const lines = rows.map(({ request, element, fact, severity, provenance }) => {
    const source = provenance.kind === 'reference' ? `, reference: ${provenance.source}` : '';
    const place = `${titles.get(provenance.document) ?? provenance.document}, ${provenance.section}${source}`;
    return `| ${cell(request)} | ${cell(element)} | ${cell(fact)} | ${severity ?? ''} | ${cell(place)} |`;
  });
  return ['| Request | Element | Fact | Severity | Source |', '| --- | --- | --- | --- | --- |', ...lines].join('\n');
}

function cell(text) {
  return text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
}

async function formatted(name, text) {
  const path = join(folder, name);
  const options = await prettier.resolveConfig(path);
  return prettier.format(text, { ...options, filepath: path });
}

function write() {
  mkdirSync(folder, { recursive: true });
  for (const name of leftOver()) rmSync(join(folder, name));
  for (const [name, text] of pages) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  console.log(`${pages.size} pages in ${relative(root, folder)}`);
}

function check() {
  const stale = [...pages].filter(([name, text]) => !isCurrent(join(folder, name), text)).map(([name]) => name);
  const problems = [...stale.map((name) => `outdated: ${name}`), ...leftOver().map((name) => `left over: ${name}`)];
  for (const problem of problems) console.error(problem);
  for (const section of uncovered)
    console.error(`not covered by the catalogue, or wrongly said to be empty: ${section}`);
  if (problems.length > 0) console.error('Run `npm run docs` and commit the result.');
  else if (uncovered.length === 0) console.log(`${pages.size} pages are up to date`);
  return problems.length + uncovered.length > 0 ? 1 : 0;
}

function isCurrent(path, text) {
  return existsSync(path) && readFileSync(path, 'utf8') === text;
}

function leftOver() {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md') && !pages.has(name)) : [];
}
