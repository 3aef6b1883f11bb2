import { randomNumbers } from './statistics.mjs';

/**
 * Returns a JSON text of about so many characters that is the body of one request with very many role descriptors. It is valid but for
 * the wanted mistakes, each of which is one finding of Rulebook and of the schema below.
 * @param {number} length
 * @param {{ mistakes?: number, variable?: string }} [options] `variable` is in some of the strings
 */
export function generateBody(length, { mistakes = 0, variable } = {}) {
  const next = randomNumbers(3);
  const roles = [];
  const roleLength = 270;
  const spacing = mistakes === 0 ? Infinity : Math.floor(length / roleLength / mistakes);
  let planted = 0;
  for (let size = 0, index = 0; size < length || planted < mistakes; index++) {
    const isWrong = planted < mistakes && index % spacing === 0;
    if (isWrong) planted++;
    const team = variable !== undefined && index % 5 === 0 ? `{{${variable}}}` : String(next(1000));
    const role = [
      `    "role-${index}": {`,
      `      "cluster": ["monitor"],`,
      `      "indices": [`,
      `        { "names": ["logs-${team}-*"], "privileges": ["read", "view_index_metadata"] },`,
      `        { "names": ["metrics-${next(1000)}"], "privileges": ["read"] }`,
      `      ],`,
      `      "description": ${isWrong ? next(1000) : `"Reads what the application ${next(1000)} writes."`}`,
      `    }`,
    ].join('\n');
    roles.push(role);
    size += role.length + 2;
  }
  return `{\n  "name": "large",\n  "expiration": "30d",\n  "role_descriptors": {\n${roles.join(',\n')}\n  }\n}\n`;
}

const texts = { type: 'array', items: { type: 'string' } };
const closed = { type: 'object', additionalProperties: false };
const role = {
  ...closed,
  properties: {
    cluster: texts,
    indices: {
      type: 'array',
      items: { ...closed, required: ['names', 'privileges'], properties: { names: texts, privileges: texts } },
    },
    description: { type: 'string' },
  },
};

/** A schema of the body, without which a JSON language server would have little to do. */
export const bodySchema = {
  ...closed,
  required: ['name'],
  properties: {
    name: { type: 'string' },
    expiration: { type: 'string' },
    role_descriptors: { type: 'object', additionalProperties: role },
  },
};

/**
 * Returns a schema that the values fit: closed objects, unless they have very many different names.
 * @param {readonly any[]} values
 * @returns {any}
 */
export function schemaOf(values) {
  const [first] = values;
  if (Array.isArray(first)) return { type: 'array', items: schemaOf(values.flat()) };
  if (typeof first !== 'object' || first === null) return { type: typeof first };
  const names = new Set(values.flatMap((value) => Object.keys(value)));
  if (names.size > 20) {
    return { type: 'object', additionalProperties: schemaOf(values.flatMap((value) => Object.values(value))) };
  }
  const own = (name) => values.filter((value) => Object.hasOwn(value, name)).map((value) => value[name]);
  const known = [...names].map((name) => /** @type {const} */ ([name, own(name)]));
  return {
    ...closed,
    required: known.filter(([, present]) => present.length === values.length).map(([name]) => name),
    properties: Object.fromEntries(known.map(([name, present]) => [name, schemaOf(present)])),
  };
}
