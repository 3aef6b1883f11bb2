// docs/rules/<rule-id>.md: a page for each rule.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitExamples, withoutOthers } from '../lib/rule-examples.mjs';
import { factRows } from '../lib/rule-facts.mjs';
import { firstVersion, ruleFiles } from '../lib/rule-files.mjs';
import { fenced, table } from './markdown.mjs';
import { categories, fixtureFolder, isFixable } from './rule-metadata.mjs';

const scopes = {
  block: 'each request',
  constraint: 'the elements listed below',
  file: 'the requests of a file, in order',
  names: 'the names in a file',
};

/** Returns the pages by their paths in the repository. */
export function rulePages({ rules, catalogue, root }) {
  const files = ruleFiles(root);
  return new Map(rules.map((rule) => [`docs/rules/${rule.id}.md`, rulePage(rule, files.get(rule.id), catalogue, root)]));
}

/** `file` is the rule's path in the repository. */
function rulePage({ id, category, scope, severity, since = firstVersion, docs }, file, catalogue, root) {
  const rows = factRows(id, catalogue);
  const parts = [
    `# ${id}`,
    docs.what,
    table(
      ['Category', 'Default severity', 'Fixable', 'Since', 'Checks'],
      [[categories[category].title, severity, isFixable(root, id) ? 'yes' : 'no', since, scopes[scope]]],
    ),
    '## Why',
    docs.why,
    '## What to do',
    docs.remedy,
  ];
  const examples = examplesOf(root, id);
  const shown = (wanted) =>
    examples.filter(({ kind }) => kind === wanted).map(({ text }) => fenced('http', withoutOthers(text, id)));
  if (shown('reported').length > 0) {
    parts.push('## Reported', 'The line below a marked part is the finding; it is not part of the file.');
    parts.push(...shown('reported'));
  }
  parts.push('## Not reported', ...shown('not reported'));
  for (const { kind, path, text } of examples) {
    if (kind === 'file') parts.push(`Where \`${path}\` is:`, fenced('json', text));
  }
  if (rows.length > 0) parts.push('## Where it holds', factTable(rows, catalogue));
  parts.push(
    '## Switch it off',
    `For one line: write \`# rulebook-ignore ${id}\` above it. For a workspace: write \`"rules": { "${id}": "off" }\` into \`rulebook.json\`.`,
    '## Source',
    `[Rule](../../${file}), [fixtures](../../${fixtureFolder(id)}).`,
  );
  return `${parts.join('\n\n')}\n`;
}

function examplesOf(root, id) {
  const path = join(root, fixtureFolder(id), 'examples.http');
  return existsSync(path) ? splitExamples(readFileSync(path, 'utf8')) : [];
}

function factTable(rows, catalogue) {
  const titles = new Map(catalogue.documents.map(({ id, title }) => [id, title.split(':')[0]]));
  const lines = rows.map(({ request, element, fact, severity, provenance }) => {
    const source = provenance.kind === 'reference' ? `, reference: ${provenance.source}` : '';
    const document = titles.get(provenance.document) ?? provenance.document;
    return [request, element.replaceAll('*', '\\*'), fact, severity ?? '', `${document}, ${provenance.section}${source}`];
  });
  return table(['Request', 'Element', 'Fact', 'Severity', 'Source'], lines);
}
