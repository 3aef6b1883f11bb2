// Collects from the catalogue which elements a rule concerns, for the rule's page.

/**
 * @typedef {{ request: string, element: string, fact: string, severity?: string, provenance: any }} FactRow
 */

/** Shapes are not endless, but a page has room for so many levels only. */
const deepest = 12;

/**
 * Returns a row for each fact of the catalogue that the rule carries out.
 * @param {string} ruleId
 * @returns {FactRow[]}
 */
export function factRows(ruleId, catalogue) {
  /** @type {FactRow[]} */
  const rows = [];
  const seen = new Map();
  // A fact that holds in several cases is one row, which names the cases; one that always holds names none.
  const add = ({ cases = [], ...row }) => {
    const key = JSON.stringify([row.request, row.element, row.fact]);
    const known = seen.get(key) ?? { row: { ...row }, cases: new Set() };
    if (!seen.has(key)) rows.push(known.row);
    seen.set(key, known);
    known.cases.add(cases.join(', '));
    known.row.element = known.cases.has('') ? row.element : `${row.element} (${[...known.cases].join('; ')})`;
  };
  const bodies = new Set();
  for (const service of catalogue.services) {
    const everywhere = `every request, ${service.title}`;
    for (const field of service.headers)
      visitField(ruleId, field, { request: everywhere, element: field.name }, add, 0);
    for (const field of service.commonQuery) {
      visitField(ruleId, field, { request: everywhere, element: `?${field.name}` }, add, 0);
    }
    for (const operation of service.operations) visitOperation(ruleId, operation, add, bodies);
    if (ruleId === 'retired-path') addRetired(service, add);
  }
  return rows;
}

function addRetired({ retired = [] }, add) {
  for (const { title, paths, removed, instead, provenance } of retired) {
    const when = removed.version === undefined ? `on ${removed.date}` : `in version ${removed.version}`;
    const request = paths
      .map(
        ({ path, methods = [] }) => `\`${methods.length === 1 ? `${methods[0]} ` : ''}${path.replace('{rest}', '…')}\``,
      )
      .join(', ');
    const use = instead ?? `Use ${paths.map(({ newPath }) => `\`${newPath}\``).join(' or ')}.`;
    add({
      request,
      element: 'the path',
      fact: `${title}: removed ${when}. ${use}`,
      severity: 'warning',
      provenance,
    });
  }
}

/** `bodies` holds the bodies that were visited: operations that share one show its facts once. */
function visitOperation(ruleId, operation, add, bodies) {
  const request = `\`${operation.methods.join('`, `')} ${operation.path}\``;
  for (const field of operation.parameters.path) {
    visitField(ruleId, field, { request, element: `{${field.name}}` }, add, 0);
  }
  for (const field of operation.parameters.query) {
    visitField(ruleId, field, { request, element: `?${field.name}` }, add, 0);
  }
  if (ruleId === 'deprecated-path') {
    for (const { template, message, severity, provenance } of operation.formerPaths ?? []) {
      add({ request, element: `\`${template}\``, fact: message, severity, provenance });
    }
  }
  if (ruleId === 'undocumented-method' && operation.furtherMethods) {
    const { methods, message, provenance } = operation.furtherMethods;
    add({ request, element: `\`${methods.join('`, `')}\``, fact: message, severity: 'hint', provenance });
  }
  if (ruleId === 'misplaced-query-parameter') {
    for (const { name, message, severity, provenance } of operation.misplacedQuery ?? []) {
      add({ request, element: `?${name}`, fact: message, severity, provenance });
    }
  }
  const body = operation.body?.shape;
  // Queries contain queries: what is misplaced in one is once.
  const place = { request, element: '', misplacedIn: new Set() };
  if (body && !(body.type === 'switch' && bodies.has(body))) visitShape(ruleId, body, place, add, 0);
  bodies.add(body);
  if (ruleId !== 'mismatched-encoding') return;
  for (const { status, shape } of operation.responses) {
    if (shape) visitShape(ruleId, shape, { request, element: `response ${String(status)}` }, add, 0);
  }
}

function visitField(ruleId, field, place, add, depth, around = []) {
  const { required, absent, since, provenance } = field;
  if (ruleId === 'unsupported-version' && since) add({ ...place, fact: `Since ${since}.`, provenance });
  if (ruleId === 'unknown-field' && field.aliasNote) {
    add({ ...place, fact: field.aliasNote.message, severity: 'hint', provenance: field.aliasNote.provenance });
  }
  const isBody = place.element.startsWith('/');
  if (ruleId === 'required-field' && isBody && required === true) add({ ...place, fact: 'Required.', provenance });
  if (ruleId === 'required-field' && isBody && typeof required === 'object') {
    const { severity, message } = required;
    add({ ...place, fact: message ?? 'Required.', severity, provenance: required.provenance });
  }
  const isCredential = field.shape.format === 'credentials';
  const absentRule = isBody ? 'absent-field' : isCredential ? 'missing-authorization' : 'recommended-header';
  if (absent && ruleId === absentRule) {
    add({ ...place, fact: absent.message, severity: absent.severity, provenance: absent.provenance });
  }
  visitShape(ruleId, field.shape, { ...place, provenance }, add, depth, around);
}

/** `around` holds the shapes that are being visited: one that holds itself is visited once. */
function visitShape(ruleId, shape, place, add, depth, around = []) {
  if (depth > deepest || around.includes(shape)) return;
  const inside = [...around, shape];
  const shown = { ...place, element: place.element || 'the body' };
  for (const { rule, options, severity, provenance } of shape.constraints ?? []) {
    if (rule === ruleId) add({ ...shown, fact: factOf(options), severity, provenance });
  }
  switch (shape.type) {
    case 'choice':
      for (const option of shape.options) visitShape(ruleId, option, place, add, depth + 1, inside);
      return;
    case 'switch':
      for (const [value, option] of casesOf(shape, place)) {
        const isNew = value !== undefined && !place.holder?.has(shape.on);
        const cases = [...(place.cases ?? []), ...(isNew ? [`${shape.on}: ${value}`] : [])];
        const decided = shape.of === 'self' ? new Map(place.decided).set(shape.on, value) : place.decided;
        visitShape(ruleId, option, { ...place, cases, decided }, add, depth + 1, inside);
      }
      return;
    case 'array':
      visitShape(ruleId, shape.items, { ...place, element: `${place.element}/*` }, add, depth + 1, inside);
      return;
    case 'object': {
      if (shape.isOtherForm) return;
      const list = shape.fields.length > longList ? listFacts(add) : undefined;
      for (const field of shape.fields) {
        const inner = { ...place, holder: place.decided, decided: undefined };
        const name = `${place.element}/${field.name}`;
        visitField(ruleId, field, { ...inner, element: name }, list?.add ?? add, depth + 1, inside);
      }
      list?.finish();
      if (shape.entries)
        visitShape(ruleId, shape.entries.shape, { ...place, element: `${place.element}/*` }, add, depth + 1, inside);
      if (ruleId !== 'misplaced-field' || (place.cases === undefined && place.misplacedIn?.has(shape))) return;
      place.misplacedIn?.add(shape);
      for (const { names, holds, message, severity, provenance } of shape.misplaced ?? []) {
        for (const name of namesShown(names, holds)) {
          add({ ...place, element: `${place.element}/${name}`, fact: message, severity, provenance });
        }
      }
      return;
    }
    default:
      visitText(ruleId, shape, shown, add);
  }
}

/** A fact of several members of such an object is one row. */
const longList = 60;

function listFacts(add) {
  const rows = new Map();
  return {
    add: (row) => {
      const key = JSON.stringify([row.fact, row.severity, row.provenance]);
      const known = rows.get(key);
      if (known === undefined) rows.set(key, { row, elements: [row.element] });
      else known.elements.push(row.element);
    },
    finish: () => {
      for (const { row, elements } of rows.values()) {
        const shown = elements.slice(0, 3).join(', ');
        add({ ...row, element: elements.length > 3 ? `${shown}, …` : shown });
      }
    },
  };
}

/** Of many names, one row says the first ones. */
function namesShown(names, holds) {
  if (holds !== undefined) return [`…/${holds}`];
  return names.length > 12 ? [`${names.slice(0, 3).join(', ')}, …`] : names;
}

/** The cases of a switch with their values; where the value is decided already, only that case. */
function casesOf(shape, { holder }) {
  const all = [...Object.entries(shape.cases), ...[shape.absent, shape.otherwise].map((option) => [undefined, option])];
  const known = all.filter(([, option]) => option);
  if (shape.of === 'self' || !holder?.has(shape.on)) return known;
  const value = holder.get(shape.on);
  const found = known.filter(([name]) => name === value);
  return found.length > 0 ? found : [[undefined, shape.otherwise]];
}

const formatRules = {
  'malformed-time-value': 'time-value',
  'malformed-byte-size': 'byte-size',
  'relative-url': 'url',
  'malformed-date': 'date',
  'malformed-query-text': 'json-text',
  'malformed-credentials': 'credentials',
};

function visitText(ruleId, { values, format }, { provenance, ...place }, add) {
  if (ruleId === 'unknown-value' && values && (values.closed || values.unlisted)) {
    const known = values.values.map(({ value }) => `\`${value}\``).join(', ');
    const fact = values.closed ? `Only ${known}.` : `Known: ${known}.`;
    add({ ...place, fact, severity: values.closed ? 'error' : values.unlisted, provenance: values.provenance });
  }
  if (format && formatRules[ruleId] === format) {
    add({ ...place, fact: `Format: \`${format}\`.`, provenance });
  }
}

function factOf(options) {
  if (typeof options.message === 'string') return options.message;
  return Object.entries(options)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');
}
