// What a request loses and gains between two releases of a published description: operations, parameters, members of bodies and values.

/** So deep are members of bodies compared. */
const deepest = 4;

/**
 * Compares two compiled descriptions. Returns what differs, each with its operation and its place: `?name` for a parameter, `a.b` for a member.
 * @param {any} former
 * @param {any} later
 * @returns {readonly { kind: 'gained' | 'lost' | 'required' | 'deprecated', operation: string, at?: string }[]}
 */
export function compareDescriptions(former, later) {
  const [before, after] = [elementsOf(former), elementsOf(later)];
  const found = [];
  for (const [operation, elements] of before) {
    const others = after.get(operation);
    if (others === undefined) {
      found.push({ kind: 'lost', operation });
      continue;
    }
    for (const at of elements.keys()) if (!others.has(at)) found.push({ kind: 'lost', operation, at });
    for (const [at, { isRequired, isDeprecated }] of others) {
      const own = elements.get(at);
      if (own === undefined) found.push({ kind: isRequired && isTop(at) ? 'required' : 'gained', operation, at });
      else if (isRequired && !own.isRequired) found.push({ kind: 'required', operation, at });
      else if (isDeprecated && !own.isDeprecated) found.push({ kind: 'deprecated', operation, at });
    }
  }
  for (const operation of after.keys()) if (!before.has(operation)) found.push({ kind: 'gained', operation });
  return found;
}

/** A member of an object that is new itself is required there only. */
function isTop(at) {
  return !at.includes('.') && !at.includes('=');
}

/** Returns for each method and path what a request can have. */
function elementsOf({ operations, shapes }) {
  const found = new Map();
  for (const { methods, path, query = [], body, deprecated } of operations) {
    const elements = new Map([['', { isRequired: false, isDeprecated: deprecated !== undefined }]]);
    for (const { name, required, deprecated: reason, shape } of query) {
      elements.set(`?${name}`, { isRequired: required === true, isDeprecated: reason !== undefined });
      addValues(elements, `?${name}`, shape, shapes);
    }
    if (body !== undefined) addMembers(elements, '', body.shape ?? body.json?.shape, shapes, new Set());
    for (const method of methods) found.set(`${method} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`, elements);
  }
  return found;
}

function addMembers(elements, at, shape, shapes, seen) {
  const known = shapeOf(shape, shapes);
  if (known === undefined || seen.has(known) || at.split('.').length > deepest) return;
  const inside = new Set([...seen, known]);
  addValues(elements, at, known, shapes);
  for (const field of known.fields ?? []) {
    const place = at === '' ? field.name : `${at}.${field.name}`;
    elements.set(place, { isRequired: field.required === true, isDeprecated: field.deprecated !== undefined });
    addMembers(elements, place, field.shape, shapes, inside);
  }
  if (known.items !== undefined) addMembers(elements, at, known.items, shapes, inside);
  for (const option of known.options ?? []) addMembers(elements, at, option.shape ?? option, shapes, inside);
}

function addValues(elements, at, shape, shapes) {
  const values = shapeOf(shape, shapes)?.values?.values ?? [];
  for (const value of values)
    elements.set(`${at}=${typeof value === 'object' ? value.value : value}`, {
      isRequired: false,
      isDeprecated: false,
    });
}

/** A shape may be the index of another one. */
function shapeOf(shape, shapes) {
  let known = shape;
  for (let step = 0; typeof known === 'number' && step < 10; step++) known = shapes[known];
  return typeof known === 'object' ? known : undefined;
}

/**
 * Returns the lines of a report.
 * @param {ReturnType<typeof compareDescriptions>} differences
 */
export function differenceLines(differences) {
  const titles = {
    lost: 'no longer there',
    required: 'required now',
    deprecated: 'deprecated now',
    gained: 'new',
  };
  return Object.entries(titles).flatMap(([kind, title]) => {
    const own = differences.filter((one) => one.kind === kind);
    if (own.length === 0) return [`${title}: none`];
    return [`${title}: ${own.length}`, ...own.map(({ operation, at = '' }) => `  ${operation} ${at}`.trimEnd())];
  });
}
