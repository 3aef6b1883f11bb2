// Places of changes, as oasdiff and Rulebook name them, in one form.

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
    if (changesOfKind.some((change) => isAt(one, elementOfChange(change)))) return true;
    // Each change is at its first place; where else the same schemas are is asked for only then.
    return changesOfKind.some((change) => isElsewhere(one, change));
  };
  const byOperation = new Map();
  for (const change of changes) {
    const key = keyOf('', change.place.method, change.place.path);
    const ofOperation = byOperation.get(key) ?? [];
    byOperation.set(key, ofOperation);
    ofOperation.push(change);
  }
  return {
    has,
    /** Whether a change of any kind is at the place, or of something in it. */
    hasBelow: (one) => {
      const [side] = one.id.split('-');
      const starts = placeOf(one).map((word) => `${plainPath(word)}/`);
      return (byOperation.get(keyOf('', one.operation, one.path)) ?? []).some((change) => {
        if (change.place.side !== side) return false;
        const element = elementOfChange(change);
        const isBelow = starts.some((start) => start !== '/' && element.path.startsWith(start));
        return isBelow || isAt(one, element) || isElsewhere(one, change);
      });
    },
    /** Whether a change of one of these kinds is at the place. */
    hasKind: (one, ids) => ids.some((id) => has({ ...one, id })),
  };
}

/** Kinds whose text names a member without the way to it. */
const isNamedAlone = /property-(?:default-value|const)-/;

/** Whether a change of oasdiff, whose text names the element, is at an element. */
function isAt(one, element) {
  const words = placeOf(one);
  if (element.value !== undefined && !words.includes(element.value)) return false;
  // A few kinds do not name the status.
  const inPlace = words.length === 0 || element.parts.every((part) => words.some((word) => isPart(word, part, words)));
  return (
    inPlace &&
    (element.path === '' ||
      words.some(
        (word) =>
          pathsAlike(word, element.path) || (isNamedAlone.test(one.id) && word === element.path.split('/').pop()),
      ))
  );
}

function isPart(word, part, words) {
  if (/^(?:[1-5][\dxX]{2}|default)$/.test(part) && !words.some((one) => /^(?:[1-5][\dxX]{2}|default)$/.test(one)))
    return true;
  return part.toLowerCase().startsWith(word.toLowerCase()) && /^(?:$|[.[=])/.test(part.slice(word.length));
}

/** Returns what the text of a change names, each in the form of paths, without its other places. */
const placeOf = remembered(
  (one) => one.text,
  ({ text }) => [...text.replace(/ \((?:shared schema|also at).*/s, '').matchAll(/`([^`]*)`/g)].map(([, word]) => word),
);

/** Calls a function once for all arguments with the same key: a large description has a hundred thousand changes. */
function remembered(keyOfArgument, make) {
  const known = new Map();
  return (argument) => {
    const key = keyOfArgument(argument);
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = make(argument)));
    return found;
  };
}

/** Whether a change of oasdiff is at a further place of a change of ours. */
function isElsewhere(one, { place, isAlsoAt }) {
  const { element = '' } = place;
  const [start] = /^(?:[^$]*? ?)\$/s.exec(element) ?? [''];
  const [end] = /=.*$/s.exec(element) ?? [''];
  if (isAlsoAt === undefined || start === '') return false;
  return placeOf(one).some((word) =>
    elementsAt(plainPath(word)).some(
      (path) => isAlsoAt(start + path + end) && isAt(one, elementOf({ ...place, element: start + path + end })),
    ),
  );
}

/** Returns how an element at a path may be written: a member may be called as a part of a schema. */
function elementsAt(path) {
  const forms = { items: ['[]', '.items'], additionalProperties: ['.*', '.additionalProperties'] };
  let found = [''];
  for (const part of path === '' ? [] : path.split('/')) {
    const steps = forms[part] ?? [/^[^.[\]=\s"]+$/.test(part) ? `.${part}` : `.${JSON.stringify(part)}`];
    found = found.slice(0, 32).flatMap((start) => steps.map((step) => start + step));
  }
  return found;
}

/** Compares two paths to a member without the alternatives on the way. A member may have an empty name. */
function pathsAlike(theirs, ours) {
  return theirs === ours || plainPath(theirs) === ours.replace(/\/$/, '');
}

const plainPath = remembered(String, (path) =>
  path
    .replace(
      /\/?\b(?:allOf|oneOf|anyOf|prefixItems|dependentSchemas|patternProperties)\[(?:[^\][]|\[[^\]]*\])*\]/g,
      (part) =>
        part.includes('prefixItems') ? '/items' : part.includes('patternProperties') ? '/additionalProperties' : '',
    )
    .replace(/\/(?:not|if|then|else|propertyNames|contentSchema)(?=\/|$)/g, '')
    .replace(/\/(?:contains|unevaluatedItems)(?=\/|$)/g, '/items')
    .replace(/\/unevaluatedProperties(?=\/|$)/g, '/additionalProperties')
    .replace(/^\/|\/$/g, ''),
);

const elementOfChange = remembered(
  (change) => change,
  ({ place }) => elementOf(place),
);

function elementOf({ element = '', side }) {
  const [, value] = /=(.*)$/s.exec(element) ?? [];
  return { ...partsOf(element, side), value };
}

function partsOf(element, side) {
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

const renamedFiles =
  /\/(?:(?:existing_)?tags_array\.yml|snapshots?_base\.yml|tags?_metadata\.yml|(?:droplet|floating_ip)_action(?:_type)?|floatingIPsAction)$/;

/**
 * What both descriptions say.
 * @typedef {{ hasHeader: (one: any) => boolean, isInPath: (one: any) => boolean, isMatched: (one: any) => boolean, isBreaking: boolean }} Known
 */

/**
 * How we say a change of oasdiff in another way: what it says twice, or of a member that only moved. Each holds only where we say the change, or where both descriptions mean the same.
 * @type {readonly { name: string, ids: RegExp, holds: (one: any, places: ReturnType<typeof placesIn>, known: Known) => boolean }[]}
 */
const otherWays = [
  {
    name: 'a list of values that is new, or that there is no longer, is also said of each value',
    ids: /enum-value-(?:added|removed)$/,
    holds: (one, places) =>
      says(one, places, 'enum-value-added', 'became-enum') ||
      says(one, places, 'enum-value-removed', 'became-not-enum'),
  },
  {
    name: 'the values of a list are alternatives now, and each is there still',
    ids: /enum-value-removed$/,
    holds: (one, places) =>
      says(one, places, 'enum-value-removed', 'one-of-added') ||
      says(one, places, 'enum-value-removed', 'list-of-types-widened'),
  },
  {
    // Read by hand: the statistics of OpenSearch had the type and the values that they refer to now, and files of DigitalOcean have other names.
    name: 'what was written out, or had another name, is referred to, and says the same',
    ids: /-all-of-(?:added|removed)$/,
    holds: ({ path, text }) =>
      (path.startsWith('/_plugins/_ml/') && /`ml_\w+_index_status` response property/.test(text)) ||
      (path.startsWith('/v2/') && namesOf({ text }).every((name) => renamedFiles.test(name))),
  },
  {
    name: 'names of header fields are compared without case',
    ids: /^(?:new-optional-request-parameter|request-parameter-removed)$/,
    holds: (one, _, known) => /`header`/.test(one.text) && known.hasHeader(one),
  },
  {
    name: 'alternatives have other names or titles, and each is compared with the one that it was',
    ids: /-of-(?:added|removed)$/,
    holds: (one, _, known) => known.isMatched(one),
  },
  {
    name: 'what differs in alternatives that are written out is said of their parts',
    ids: /-of-(?:added|removed)$/,
    holds: (one, places) => namesOf(one).every((name) => name.startsWith('subschema #')) && places.hasBelow(one),
  },
  {
    name: 'a parameter in the path is always required, and both have it, whatever the path calls it',
    ids: /^(?:new-request-path-parameter|request-parameter-(?:removed|became-required))$/,
    holds: (one, _, known) => known.isInPath(one),
  },
  {
    name: 'more types than before refuse nothing',
    ids: /type-changed$/,
    holds: (one, places) => says(one, places, 'type-changed', 'type-generalized'),
  },
  {
    name: 'null is valid still where it is the only type now',
    ids: /became-not-nullable$/,
    holds: (one, places) =>
      says(one, places, 'became-not-nullable', 'type-changed') ||
      says(one, places, 'became-not-nullable', 'type-specialized'),
  },
  {
    name: 'a parameter in the path does not make one of the same name in the query required',
    ids: /^new-required-request-parameter$/,
    holds: (one, places) => says(one, places, 'new-required-request-parameter', 'new-optional-request-parameter'),
  },
  {
    name: 'a header field is said of as a parameter',
    ids: /^request-header-property-became-enum$/,
    holds: (one, places) => says(one, places, 'request-header-property-became-enum', 'request-parameter-became-enum'),
  },
  {
    name: 'the items of a parameter are a part of it',
    ids: /^request-parameter-/,
    holds: (one, places) => places.hasKind(one, [one.id.replace('request-parameter-', 'request-parameter-property-')]),
  },
  {
    name: 'nothing breaks, so that the version need not be another one',
    ids: /^api-(?:major-)?version-not-bumped$/,
    holds: (_, __, known) => !known.isBreaking,
  },
  {
    name: 'the body is one of alternatives now, and was before',
    ids: /wrapped-in-one-of$/,
    holds: (one, places) => says(one, places, 'wrapped-in-one-of', 'wrapped-in-one-of-original-preserved'),
  },
];

/** Returns the schemas that came into a list, or went. */
export function namesOf(one) {
  return (placeOf(one)[0] ?? '').split(', ');
}

/** Whether we say another kind of change at the place. */
function says(one, places, from, to) {
  return one.id.endsWith(from) && places.hasKind(one, [one.id.slice(0, -from.length) + to]);
}

/**
 * Returns in which other way we say a change of oasdiff; undefined where we do not.
 * @param {any} one
 * @param {ReturnType<typeof placesIn>} places
 * @param {Known} known what the descriptions say
 */
export function otherWayOf(one, places, known) {
  return otherWays.find(({ ids, holds }) => ids.test(one.id) && holds(one, places, known))?.name;
}
