// Collects for each section of the documents which entries of the catalogue cite it, for the index of documents.

/**
 * Returns, by document id and section title, the elements that cite the section, by the operation where they are first.
 * @returns {Map<string, Map<string, Set<string>>>} keyed by `<document>/<section>`, then by operation
 */
export function sectionEntries(catalogue) {
  const sections = new Map();
  const seen = new Set();
  const add = ({ document, section }, place, element) => {
    const key = sectionKey(document, section);
    if (!sections.has(key)) sections.set(key, new Map());
    const places = sections.get(key);
    if (!places.has(place)) places.set(place, new Set());
    places.get(place).add(element);
  };

  const visit = (value, place, element, own) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const item of value) visit(item, place, element, own);
      return;
    }
    const name = nameOf(value);
    const here = name === undefined ? element : element === '' ? name : `${element} › ${name}`;
    const { provenance = own } = value;
    if (value.provenance?.kind === 'documented') add(value.provenance, place, here || 'the operation itself');
    for (const [key, part] of Object.entries(value)) {
      if (key !== 'provenance') visit(part, place, partName(key, here), provenance);
    }
  };

  for (const service of catalogue.services) {
    for (const operation of service.operations) {
      if (!operation.isOutline) visit(operation, `\`${operation.methods.join('`/`')} ${operation.path}\``, '');
    }
    visit({ ...service, operations: [] }, 'Every request of the service', '');
  }
  return sections;
}

/** Returns the key of a section in `sectionEntries`. */
export function sectionKey(document, section) {
  return `${document}/${section}`;
}

/** What an entry is called; an operation and a shape have no name of their own here. */
function nameOf(value) {
  if (typeof value.rule === 'string') return value.rule;
  if (typeof value.status === 'number') return `answer ${String(value.status)}`;
  return typeof value.name === 'string' && value.provenance !== undefined ? `\`${value.name}\`` : undefined;
}

const parts = {
  body: 'body',
  collections: 'collections',
  query: 'query',
  path: 'path',
  permissions: 'permissions',
  notes: 'notes',
  losses: 'losses',
  formerPaths: 'former paths',
};

function partName(key, here) {
  const part = here === '' ? parts[key] : undefined;
  return part ?? here;
}
