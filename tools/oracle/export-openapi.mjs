// Writes the operations of a documented service as OpenAPI 3.1: what the documents say of requests, and what is published of responses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { descriptions } from '../lib/descriptions.mjs';
import { loadEngine } from '../lib/load-engine.mjs';

/**
 * What a service says once for all its operations, and names that a sandbox has.
 * @typedef {{ error: object, names: Readonly<Record<string, readonly unknown[]>> }} Common
 */

/**
 * Returns the OpenAPI description of what the sandbox could play of a service, and the operations that have no form there, with the reason.
 * @param {string} id
 * @param {Common} common
 */
export async function exportOpenApi(id, common) {
  const { createCatalogues, unpackDescription } = await loadEngine('packages/services/src/index');
  const { catalogue } = await loadEngine('packages/services/src/registry');
  const load = (name) =>
    unpackDescription(brotliDecompressSync(readFileSync(join(descriptions, `${name}.json.br`))).toString('latin1'))
      .description;
  const service = catalogue.services.find((one) => one.id === id);
  const whole = createCatalogues(catalogue, load)({}).whole?.(service) ?? service;
  const published = new Map(
    whole.operations.flatMap((operation) =>
      [operation, ...(operation.described ?? [])].flatMap((one) =>
        one.methods.map((method) => [routeOf(method, one.path), one]),
      ),
    ),
  );
  const sent = new Schemas('sent', false);
  const shown = new Schemas('shown', true);
  const paths = {};
  const left = [];
  for (const operation of service.operations) {
    const { path, methods, body } = operation;
    if (body?.lines ?? body?.actions ?? body?.mediaTypes?.every((type) => !/json/.test(type))) {
      left.push(`${methods[0]} ${path}`);
      continue;
    }
    for (const method of methods.filter((one) => one !== 'HEAD')) {
      const known = published.get(routeOf(method, path));
      paths[path] ??= {};
      paths[path][method.toLowerCase()] = exported(operation, method, known, { sent, shown, ...common });
    }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: service.title ?? id, version: '1' },
    paths,
    components: { schemas: { ...sent.all(), ...shown.all() } },
  };
  return { document, left };
}

function routeOf(method, path) {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

function exported(operation, method, known, { sent, shown, error, names }) {
  const { id, parameters, body } = operation;
  const field = (place) => (one) => ({
    name: one.name,
    in: place,
    ...((place === 'path' || one.required === true) && { required: true }),
    schema: names[one.name] && place === 'path' ? { enum: names[one.name] } : sent.of(one.shape),
  });
  const responses = Object.fromEntries(
    [...(known?.responses ?? []), ...operation.responses]
      .filter(({ status }) => status >= 200)
      .map(({ status, shape, mediaTypes }) => [
        status,
        { description: `${status}`, ...contentOf(status, shown, shape, mediaTypes) },
      ]),
  );
  const isBodyless = body === undefined || method === 'GET' || method === 'DELETE';
  return {
    operationId: `${id}-${method}`,
    parameters: [...parameters.path.map(field('path')), ...parameters.query.map(field('query'))],
    ...(!isBodyless && {
      requestBody: {
        ...(body.required === true && { required: true }),
        content: { 'application/json': { schema: sent.of(body.shape) } },
      },
    }),
    responses: {
      ...(Object.keys(responses).some((status) => status.startsWith('2')) ? {} : { 200: { description: 'Success' } }),
      ...responses,
      // The documents describe the errors of all operations once.
      '4XX': { description: 'An error', content: { 'application/json': { schema: error } } },
    },
  };
}

function contentOf(status, schemas, shape, mediaTypes = ['application/json']) {
  if (shape === undefined || status === 204 || status === 304 || status >= 400) return {};
  return { content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: schemas.of(shape) }])) };
}

/** The JSON Schemas of shapes; objects are named, since they may hold themselves. */
class Schemas {
  #names = new Map();
  #made = {};
  #prefix;
  #isWhole;

  /** `isWhole`: with what is accepted and never mentioned. */
  constructor(prefix, isWhole) {
    this.#prefix = prefix;
    this.#isWhole = isWhole;
  }

  all() {
    return this.#made;
  }

  of(shape) {
    switch (shape.type) {
      case 'any':
        return {};
      case 'array':
        return { type: 'array', items: this.of(shape.items) };
      case 'choice':
        return {
          anyOf: shape.options
            .filter(({ isTolerated }) => this.#isWhole || isTolerated !== true)
            .map((option) => this.of(option)),
        };
      case 'switch':
      case 'object':
        return this.#reference(shape);
      case 'string':
      case 'integer':
      case 'number':
        return { type: shape.type, ...limitsOf(shape) };
      default:
        return { type: shape.type };
    }
  }

  #reference(shape) {
    const known = this.#names.get(shape);
    const name = known ?? `${this.#prefix}${this.#names.size + 1}`;
    if (known === undefined) {
      this.#names.set(shape, name);
      this.#made[name] = {};
      Object.assign(this.#made[name], shape.type === 'switch' ? this.#cases(shape) : this.#members(shape));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #cases({ cases, otherwise }) {
    return { anyOf: [...Object.values(cases), otherwise].map((one) => this.of(one)) };
  }

  #members({ fields, entries, patterns }) {
    const required = fields.filter((one) => one.required === true).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map((one) => [one.name, this.of(one.shape)])),
      ...(required.length > 0 && { required }),
      ...(entries !== undefined && patterns === undefined && { additionalProperties: this.of(entries.shape) }),
    };
  }
}

function limitsOf({ values, constraints = [] }) {
  const range = constraints.find(({ rule }) => rule === 'number-range')?.options ?? {};
  const length = constraints.find(({ rule }) => rule === 'length-limit')?.options ?? {};
  return {
    ...(values?.closed === true && { enum: values.values.map(({ value }) => value) }),
    ...(range.minimum !== undefined && { minimum: range.minimum }),
    ...(range.maximum !== undefined && { maximum: range.maximum }),
    ...(length.minimum !== undefined && { minLength: length.minimum }),
    ...(length.maximum !== undefined && { maxLength: length.maximum }),
  };
}
