// docs/rules/README.md: the list of all rules, in groups.
import { firstVersion } from '../lib/rule-files.mjs';
import { table } from './markdown.mjs';
import { categories, isFixable } from './rule-metadata.mjs';

/** Returns the page by its path in the repository. */
export function ruleIndex({ rules, root }) {
  const parts = [
    '# Rules',
    'Each rule has a page: what it reports, why it matters, what to do, and examples. The severity is the default one; ' +
      'a documented fact or [your settings](#change-a-rule) can change it. *Fixable* rules offer a quick fix.',
  ];
  for (const [category, { title, about }] of Object.entries(categories)) {
    const own = rules.filter((rule) => rule.category === category).sort((a, b) => a.id.localeCompare(b.id));
    const rows = own.map((rule) => {
      const { id, severity, since = firstVersion, docs } = rule;
      return [`[${id}](${id}.md)`, docs.what, severity, isFixable(root, id) ? 'yes' : '', since];
    });
    parts.push(`## ${title}`, about, table(['Rule', 'What it reports', 'Severity', 'Fixable', 'Since'], rows));
  }
  parts.push(
    '## Change a rule',
    'Ignore one finding: write a comment above its line.',
    '```http\n# rulebook-ignore deprecated-element\nGET /projects/1/collaborators\n```',
    'Change a rule for a workspace: write its severity (`error`, `warning`, `information`, `hint` or `off`) into `rulebook.json`.',
    '```json\n{ "rules": { "insecure-url": "error", "absent-field": "off" } }\n```',
  );
  return new Map([['docs/rules/README.md', `${parts.join('\n\n')}\n`]]);
}
