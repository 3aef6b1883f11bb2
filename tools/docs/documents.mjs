// docs/contributing/documents.md: what the catalogue knows of each section of the documents. docs/documents.md: what requests destroy by them.
import { sectionEntries, sectionKey } from '../lib/section-entries.mjs';

const whyEmpty = {
  overview: 'It introduces the sections below it and says nothing of its own about a request.',
  'not-shown': 'The document says that this is not shown.',
};

/** Returns the pages by their paths, and what is wrong: sections without an entry, and sections with entries that are said to have none. */
export function documentsPage({ catalogue }) {
  const problems = [];
  const entries = sectionEntries(catalogue);
  const parts = [
    '# Sections of the documents',
    'Every section of the two documents, and the elements of the catalogue that stand for it.',
  ];
  for (const { id, title, sections } of catalogue.documents) {
    parts.push(`## ${title}`);
    for (const section of new Map(sections.map((one) => [one.title, one])).values()) {
      const cited = entries.get(sectionKey(id, section.title));
      parts.push(`### ${section.title}`, section.summary);
      if (cited)
        // A line for each, so that a difference shows what changed.
        parts.push([...cited].map(([place, elements]) => [`- ${place}`, ...nested([...elements])].join('\n')).join('\n'));
      else parts.push(whyEmpty[section.isEmpty] ?? '**No entry.**');
      if (Boolean(cited) === Boolean(section.isEmpty)) {
        problems.push(`not covered by the catalogue, or wrongly said to be empty: ${id}: ${section.title}`);
      }
    }
  }
  const losses = [
    '# Documents',
    `Rulebook knows two documents: ${catalogue.documents.map(({ title }) => `_${title}_`).join(' and ')}. [Sections of the documents](contributing/documents.md) says what it knows of each.`,
    '## What requests destroy, remove or replace',
    lossesIntroduction,
    ...catalogue.services.map(lossesOf).filter((list) => list !== ''),
  ];
  const pages = new Map([
    ['docs/contributing/documents.md', `${parts.join('\n\n')}\n`],
    ['docs/documents.md', `${losses.join('\n\n')}\n`],
  ]);
  return { pages, problems };
}

/** Returns the elements as a list in which what they have in common is once, above its parts; parts without parts share a line. */
function nested(elements) {
  const tree = new Map();
  for (const element of elements) {
    let at = tree;
    for (const name of element.split(' › ')) {
      if (!at.has(name)) at.set(name, new Map());
      at = at.get(name);
    }
  }
  return linesOf(tree, '  ');
}

function linesOf(tree, indentation) {
  const leaves = [...tree].filter(([, parts]) => parts.size === 0).map(([name]) => name);
  const groups = [...tree].filter(([, parts]) => parts.size > 0);
  return [
    ...(leaves.length > 0 ? [`${indentation}- ${leaves.join(', ')}`] : []),
    ...groups.flatMap(([name, parts]) => {
      let path = name;
      let inner = parts;
      while (inner.size === 1 && [...inner.values()][0].size > 0) {
        const [[next, below]] = [...inner];
        path = `${path} › ${next}`;
        inner = below;
      }
      return [`${indentation}- ${path}`, ...linesOf(inner, `${indentation}  `)];
    }),
  ];
}

const lossesIntroduction =
  'Before Rulebook sends one of these requests, it says what will be lost. `rulebook explain` and the editor show the same sentences. An operation that only a published description knows is recognized by its method `DELETE` or by its title. An update that removes a stored secret is known by the rule [`dropped-secret`](rules/dropped-secret.md).';

/** Returns what the operations of a service destroy, as a list; empty for a service without losses. */
function lossesOf({ title, operations }) {
  const lines = operations.flatMap(({ methods, path, losses = [], body }) => [
    ...losses.map((loss) => `- \`${methods.join('`/`')} ${path}\`: ${describeLoss(loss)} ${sourceOf(loss.provenance)}`),
    ...(body?.actions ?? []).flatMap(({ name, loss }) =>
      loss === undefined ? [] : [`- \`${methods.join('`/`')} ${path}\`: Each action \`${name}\` deletes a ${loss.noun}. ${sourceOf(loss.provenance)}`],
    ),
  ]);
  return lines.length === 0 ? '' : `### ${title}: losses\n\n${lines.join('\n')}`;
}

function sourceOf({ kind, section, source }) {
  return kind === 'reference' ? `(Reference: ${source}.)` : `(${section}.)`;
}

/** The sentence of a loss without names: `{what}` becomes the noun, and path parameters stay as they are. */
function describeLoss({ message, what }) {
  return what === undefined ? message : message.replace('{what}', what.one);
}
