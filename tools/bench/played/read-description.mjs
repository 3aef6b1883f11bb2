// An OpenAPI 3 description as a judge of mock servers needs it. It shares no code with the engine, so that the judge does not repeat its mistakes.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

/**
 * @typedef {{ name: string, in: string, required: boolean, schema: any, example?: unknown }} Parameter
 * @typedef {{ type: string, schema: any, examples: unknown[], required?: boolean }} Content
 * @typedef {{ method: string, path: string, words: string[], parameters: Parameter[], body?: Content,
 *   responses: Map<string, Content[]>, security: readonly Record<string, unknown>[] }} Operation
 * @typedef {{ operations: Operation[], schemes: Record<string, any>, basePath: string, at: (schema: any) => any,
 *   matches: (schema: any, value: unknown) => boolean, allows: (schema: any, value: unknown) => boolean }} Description
 */

const methods = ['get', 'put', 'post', 'patch', 'delete'];
/** Where a converted schema has the values that a description shows: not a keyword, since they may hold anything. */
export const samples = Symbol('samples');
/** Of a schema, what says what a value may be. */
const copied = [
  ...['type', 'enum', 'const', 'required', 'pattern', 'format', 'multipleOf', 'uniqueItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minProperties', 'maxProperties'],
];

/**
 * Returns what a description says; undefined for a file that is not OpenAPI 3.
 * @param {string} file
 * @returns {Description | undefined}
 */
export function readDescription(file) {
  const files = createFiles();
  const root = files.read(resolve(file));
  if (!/^3\./.test(String(root?.openapi))) return undefined;
  const schemas = createSchemas(files);
  /** @returns {Content[]} */
  const contents = (body, from, side) =>
    sorted(Object.entries(body?.content ?? {})).map(([type, media]) => {
      const shown = Object.values(media?.examples ?? {}).map((one) => files.follow(one, from).node?.value);
      const examples = [media?.example, ...shown].filter((one) => one !== undefined);
      return { type, schema: schemas.convert(media?.schema ?? true, from, side), examples };
    });
  const operations = Object.entries(root.paths ?? {}).flatMap(([path, written]) => {
    const item = files.follow(written, resolve(file));
    return methods.flatMap((method) => {
      if (item.node?.[method] === undefined) return [];
      const { node: operation, from } = files.follow(item.node[method], item.from);
      const parameters = new Map();
      for (const [list, source] of [
        [item.node.parameters, item.from],
        [operation.parameters, from],
      ])
        for (const one of list ?? []) {
          const { node, from: place } = files.follow(one, source);
          const shown = Object.values(node.examples ?? {}).map((example) => files.follow(example, place).node?.value);
          const schema = schemas.convert(node.schema ?? true, place, 'request');
          parameters.set(`${node.in} ${node.name}`, { ...node, schema, example: node.example ?? shown[0] });
        }
      const body = operation.requestBody && files.follow(operation.requestBody, from);
      const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
        const { node, from: place } = files.follow(response, from);
        return /** @type {const} */ ([status, contents(node, place, 'response')]);
      });
      const [sent] = body ? contents(body.node, body.from, 'request') : [];
      return [
        {
          ...{ method, path, words: path.split('/').filter(Boolean), parameters: [...parameters.values()] },
          ...(sent && { body: { ...sent, required: body.node.required === true } }),
          responses: new Map(responses),
          security: operation.security ?? root.security ?? [],
        },
      ];
    });
  });
  const schemes = Object.entries(root.components?.securitySchemes ?? {}).map(([name, one]) => [
    name,
    files.follow(one, resolve(file)).node,
  ]);
  return {
    ...{ operations, schemes: Object.fromEntries(schemes), basePath: basePathOf(root.servers?.[0]) },
    ...schemas.finish(),
  };
}

function createFiles() {
  const texts = new Map();
  const read = (file) => {
    if (!texts.has(file)) texts.set(file, parse(readFileSync(file, 'utf8'), { maxAliasCount: -1, merge: true }));
    return texts.get(file);
  };
  /** Follows references to what they name, and returns it with its file. */
  const follow = (node, from, depth = 0) => {
    if (typeof node?.$ref !== 'string' || depth > 50) return { node, from };
    const [path, pointer = ''] = node.$ref.split('#');
    const target = path === '' ? from : resolve(dirname(from), path);
    const steps = pointer
      .split('/')
      .slice(1)
      .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
    return follow(
      steps.reduce((inner, step) => inner?.[step], read(target)),
      target,
      depth + 1,
    );
  };
  return { read, follow };
}

/** JSON is preferred, then forms. */
function sorted(media) {
  const rank = ([type]) => {
    if (/^application\/json\b/i.test(type)) return 0;
    return /json/i.test(type) ? 1 : /x-www-form-urlencoded/i.test(type) ? 2 : 3;
  };
  return media.sort((one, other) => rank(one) - rank(other));
}

function basePathOf(server) {
  const url = String(server?.url ?? '').replace(/\{(\w+)\}/g, (_, name) => server.variables?.[name]?.default ?? '');
  return url.replace(/^\w+:\/\/[^/]*/, '').replace(/\/+$/, '');
}

/** Schemas of JSON Schema 2020-12. Requests have no members that are only read, and responses none that are only written. */
function createSchemas(files) {
  const definitions = {};
  const named = new Map();
  const convert = (schema, from, side) => {
    if (schema === null || typeof schema !== 'object') return schema !== false;
    if (typeof schema.$ref === 'string') {
      const { node, from: place } = files.follow(schema, from);
      const key = named.get(node)?.[side] ?? define(node, place, side);
      return { $ref: `all#/$defs/${key}` };
    }
    const hidden = side === 'request' ? 'readOnly' : 'writeOnly';
    const members = files.follow(schema.properties, from).node ?? {};
    const isHidden = (name) => files.follow(members[name], from).node?.[hidden] === true;
    const inner = (one) => convert(one, from, side);
    /** @type {any} */
    const made = Object.fromEntries(copied.filter((name) => name in schema).map((name) => [name, schema[name]]));
    const shown = [schema.example, schema.examples?.[0], schema.default].filter((one) => one !== undefined);
    if (shown.length > 0) made[samples] = shown;
    if ('required' in made)
      if (Array.isArray(made.required)) made.required = made.required.filter((name) => !isHidden(name));
      else delete made.required;
    if (schema.properties !== undefined)
      made.properties = Object.fromEntries(
        Object.entries(members).flatMap(([name, one]) => (isHidden(name) ? [] : [[name, inner(one)]])),
      );
    for (const name of ['items', 'additionalProperties', 'not']) if (name in schema) made[name] = inner(schema[name]);
    for (const name of ['allOf', 'oneOf', 'anyOf'])
      if (Array.isArray(schema[name]))
        made[name] = schema[name].map((one) => withValueOfKind(inner(one), one, schema, side));
    return nullable(ofVersion3(made), schema.nullable === true);
  };
  const define = (node, from, side) => {
    const key = `s${Object.keys(definitions).length}`;
    definitions[key] = true;
    if (node !== null && typeof node === 'object') named.set(node, { ...named.get(node), [side]: key });
    definitions[key] = convert(node, from, side);
    return key;
  };
  const finish = () => {
    const checkWith = (validateFormats) => {
      const ajv = new Ajv2020({ strict: false, validateFormats, logger: false });
      if (validateFormats)
        addFormats.default(/** @type {any} */ (ajv), [
          'date',
          'date-time',
          'time',
          'uuid',
          'email',
          'uri',
          'ipv4',
          'ipv6',
        ]);
      ajv.addSchema({ $id: 'all', $defs: definitions });
      const compiled = new Map();
      const compile = (schema) => {
        try {
          return ajv.compile(schema);
        } catch {
          // What the validator cannot read says nothing.
          return () => true;
        }
      };
      return (schema, value) => {
        if (!compiled.has(schema)) compiled.set(schema, compile(schema));
        return compiled.get(schema)(value) === true;
      };
    };
    return {
      at: (schema) => {
        let found = schema;
        for (let depth = 0; typeof found?.$ref === 'string' && depth < 50; depth++)
          found = definitions[found.$ref.slice(11)];
        return typeof found === 'object' ? found : {};
      },
      // A format of a response is a remark; what is sent keeps to it.
      matches: checkWith(false),
      allows: checkWith(true),
    };
  };
  return { convert, finish };
}

/** A discriminator says which value of its member belongs to an alternative. */
function withValueOfKind(made, written, { discriminator, allOf }, side) {
  if (discriminator?.propertyName === undefined || allOf !== undefined || side !== 'request') return made;
  if (typeof written.$ref !== 'string') return made;
  const mapped = Object.entries(discriminator.mapping ?? {}).filter(([, name]) => name === written.$ref);
  const values = mapped.length > 0 ? mapped.map(([value]) => value) : [written.$ref.split('/').at(-1)];
  const member = { [discriminator.propertyName]: { enum: values } };
  return { allOf: [{ properties: member, required: Object.keys(member) }, made] };
}

/** In OpenAPI 3.0, `exclusiveMinimum` is a boolean; some patterns are not of JavaScript. */
function ofVersion3(schema) {
  for (const name of ['Minimum', 'Maximum']) {
    const exclusive = `exclusive${name}`;
    if (schema[exclusive] === true) schema[exclusive] = schema[name.toLowerCase()];
    if (typeof schema[exclusive] !== 'number') delete schema[exclusive];
  }
  try {
    if ('pattern' in schema && typeof schema.pattern !== 'string') delete schema.pattern;
    if ('pattern' in schema) new RegExp(schema.pattern, 'u');
  } catch {
    delete schema.pattern;
  }
  return schema;
}

function nullable(schema, isNullable) {
  if (!isNullable) return schema;
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
}
