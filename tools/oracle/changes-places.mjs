// Places of changes, as oasdiff and Rulebook name them, in one form.

const mostPlaces = 300;

/**
 * Returns what knows whether a change of oasdiff is among ours: the same kind, operation, response and element.
 * @param {readonly any[]} changes
 */
export function placesIn(changes) {
  const known = new Map();
  for (const change of changes) {
    const { id, place } = change;
    const key = keyOf(id, place.method, place.path);
    const ofKind = known.get(key) ?? [];
    known.set(key, ofKind);
    ofKind.push(change);
  }
  const has = (one) => {
    const changesOfKind = known.get(keyOf(one.id, one.operation, one.path)) ?? [];
    if (changesOfKind.some((change) => isAt(one, elementOf(change.place)))) return true;
    // Each change is at its first place; where else the same schemas are is asked for only then.
    return changesOfKind.some((change) => {
      const found = elementsOf(change);
      // A schema that is at more places is known by its values.
      const isEverywhere = found.length >= mostPlaces && change.before !== undefined;
      return (
        (isEverywhere && one.text.includes(`\`${JSON.parse(change.before)}\``)) ||
        found.some((element) => isAt(one, element))
      );
    });
  };
  const elements = new Map();
  const elementsOf = (change) => {
    const { place, alsoAt } = change;
    const found =
      elements.get(change) ?? (alsoAt?.(mostPlaces) ?? []).map((element) => elementOf({ ...place, element }));
    elements.set(change, found);
    return found;
  };
  return {
    has,
    /** Whether a change of one of these kinds is at the place. */
    hasKind: (one, ids) => ids.some((id) => has({ ...one, id })),
  };
}

/** Whether a change of oasdiff, whose text names the element, is at an element. */
function isAt(one, element) {
  const words = placeOf(one);
  // A few kinds do not name the status.
  const inPlace = words.length === 0 || element.parts.every((part) => words.some((word) => isPart(word, part, words)));
  return inPlace && (element.path === '' || words.some((word) => pathsAlike(word, element.path)));
}

function isPart(word, part, words) {
  if (/^(?:[1-5][\dxX]{2}|default)$/.test(part) && !words.some((one) => /^(?:[1-5][\dxX]{2}|default)$/.test(one)))
    return true;
  return part.toLowerCase().startsWith(word.toLowerCase()) && /^(?:$|[.[=])/.test(part.slice(word.length));
}

/** Returns what the text of a change names, each in the form of paths. */
export function placeOf({ text }) {
  return [...text.matchAll(/`([^`]*)`/g)].map(([, word]) => word);
}

/** Compares two paths to a member without the alternatives on the way. */
function pathsAlike(theirs, ours) {
  if (theirs === ours) return true;
  const plain = theirs
    .replace(
      /\/?\b(?:allOf|oneOf|anyOf|prefixItems|dependentSchemas|patternProperties)\[(?:[^\][]|\[[^\]]*\])*\]/g,
      (part) =>
        part.includes('prefixItems') ? '/items' : part.includes('patternProperties') ? '/additionalProperties' : '',
    )
    .replace(/\/(?:not|if|then|else|propertyNames|contentSchema)(?=\/|$)/g, '')
    .replace(/\/(?:contains|unevaluatedItems)(?=\/|$)/g, '/items')
    .replace(/\/unevaluatedProperties(?=\/|$)/g, '/additionalProperties')
    .replace(/^\/|\/$/g, '');
  // A member may have an empty name.
  return plain === ours.replace(/\/$/, '') || plain.split('/').pop() === ours.split('/').pop();
}

function elementOf({ element = '', side }) {
  const [, status, rest = ''] = /^(?:([1-5][\dxX]{2}|default) ?)?(.*)$/s.exec(element) ?? [];
  const parts = side === 'response' && status !== undefined ? [status] : [];
  const at = rest.indexOf('$');
  if (at !== 0) {
    const [, name = ''] = /^(?:path|query|header|cookie) (.+)/s.exec(rest) ?? [];
    return { parts: name === '' ? parts : [...parts, name], path: '' };
  }
  const path = rest
    .replace(/^\$/, '')
    .replace(/=.*$/s, '')
    .replaceAll('[]', '/items')
    .replaceAll('.*', '/additionalProperties')
    .replace(/\.("[^"]*"|[^./]+)/g, (_, name) => `/${name.replaceAll('"', '')}`);
  return { parts, path: path.slice(1) };
}

function keyOf(id, method, path) {
  return `${id} ${method ?? ''} ${(path ?? '').replace(/\{[^{}]*\}/g, '{}')}`;
}

/**
 * Returns whether we say a change of oasdiff in another way: what it says twice, or of a member that only moved.
 * @param {any} one
 * @param {ReturnType<typeof placesIn>} places
 * @param {{ hasHeader: (one: any) => boolean, isRenamed: (one: any) => boolean, isInPath: (one: any) => boolean, isBoth: (one: any) => boolean, isBreaking: boolean }} known what the descriptions say
 */
export function isImplied(one, places, known) {
  const { id } = one;
  const other = (from, to) => id.endsWith(from) && places.hasKind(one, [id.slice(0, -from.length) + to]);
  // A list of values that is new, or that there is no longer, is also said of each value.
  if (other('enum-value-added', 'became-enum') || other('enum-value-removed', 'became-not-enum')) return true;
  // Names of header fields are compared without case.
  if (
    /^(?:new-optional-request-parameter|request-parameter-removed)$/.test(id) &&
    /`header`/.test(one.text) &&
    known.hasHeader(one)
  )
    return true;
  // What is called in another way and says the same is not a change.
  if (/-of-(?:added|removed)$/.test(id) && known.isRenamed(one)) return true;
  // A parameter in the path is always required, and both have it, whatever the path calls it.
  if (/^(?:new-request-path-parameter|request-parameter-(?:removed|became-required))$/.test(id) && known.isInPath(one))
    return true;
  // More types than before refuse nothing.
  if (other('type-changed', 'type-generalized')) return true;
  // Null is valid still where it is the only type now.
  if (other('became-not-nullable', 'type-changed') || other('became-not-nullable', 'type-specialized')) return true;
  // What is in another file now is the same one.
  if (/-all-of-(?:added|removed)$/.test(id) && known.isBoth(one)) return true;
  // A parameter in the path does not make one of the same name in the query required.
  if (id === 'new-required-request-parameter' && places.hasKind(one, ['new-optional-request-parameter'])) return true;
  // What is said of a header field itself is said of a parameter.
  if (id === 'request-header-property-became-enum' && places.hasKind(one, ['request-parameter-became-enum']))
    return true;
  // What is said of the items of a parameter.
  if (
    /^request-parameter-/.test(id) &&
    places.hasKind(one, [id.replace('request-parameter-', 'request-parameter-property-')])
  )
    return true;
  // What follows from a break that is none.
  if (/^api-(?:major-)?version-not-bumped$/.test(id) && !known.isBreaking) return true;
  // The body with one alternative more that it was before.
  return other('wrapped-in-one-of', 'wrapped-in-one-of-original-preserved');
}
