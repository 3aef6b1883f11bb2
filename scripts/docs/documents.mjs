// docs/documents.md: what the catalogue knows of each section of the documents.
import { sectionEntries, sectionKey } from '../lib/section-entries.mjs';

const whyEmpty = {
  overview: 'It introduces the sections below it and says nothing of its own about a request.',
  'not-shown': 'The document says that this is not shown.',
};

/** Returns the page by its path, and what is wrong: sections without an entry, and sections with entries that are said to have none. */
export function documentsPage({ catalogue }) {
  const problems = [];
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
        // A line for each, so that a difference shows what changed.
        parts.push([...cited].flatMap(([place, elements]) => [`- ${place}`, ...[...elements].map((element) => `  - ${element}`)]).join('\n'));
      else parts.push(whyEmpty[section.isEmpty] ?? '**No entry.**');
      if (Boolean(cited) === Boolean(section.isEmpty)) {
        problems.push(`not covered by the catalogue, or wrongly said to be empty: ${id}: ${section.title}`);
      }
    }
  }
  return { pages: new Map([['docs/documents.md', `${parts.join('\n\n')}\n`]]), problems };
}
