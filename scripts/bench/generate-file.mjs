import { randomNumbers } from './statistics.mjs';

/**
 * Returns a request file made of the catalogue's operations, in turn and with varying parts; the same for each seed.
 * @param {{ services: readonly any[] }} catalogue
 * @param {{ requests: number, seed?: number }} options
 */
export function generateFile(catalogue, { requests, seed = 1 }) {
  const next = randomNumbers(seed);
  const operations = catalogue.services.flatMap((service) =>
    service.operations.filter(({ isOutline }) => !isOutline).map((operation) => ({ service, operation })),
  );
  // Operations with a body come up more often: bodies are what is edited and what costs time.
  const withBody = operations.filter(({ operation }) => operation.body);
  const lines = ['@token = {{$processEnv TOKEN}}', ''];
  for (let index = 0; index < requests; index++) {
    const { service, operation } =
      index % 4 < 3 ? withBody[next(withBody.length)] : operations[next(operations.length)];
    lines.push(...requestLines(service, operation, index, next), '');
  }
  return lines.join('\n');
}

function requestLines(service, operation, index, next) {
  const method = operation.methods[next(operation.methods.length)];
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name) => {
    const field = operation.parameters.path.find((parameter) => parameter.name === name);
    return field?.shape.type === 'integer' ? String(100 + index) : `${name}-${index % 97}`;
  });
  const lines = [`### ${operation.title} ${index}`, `# @name request-${index}`, `${method} ${path}`];
  lines.push(`Authorization: Bearer {{token}}`);
  if (!operation.body) return lines;
  lines.push('Content-Type: application/json', '');
  lines.push(...JSON.stringify(valueOf(operation.body.shape, index, next, 0), null, 2).split('\n'));
  if (next(3) === 0) lines.splice(lines.length - 1, 0, `  // a remark about request ${index} of ${service.id}`);
  return lines;
}

/** Returns a value of the shape: all required members, and others by chance. */
function valueOf(shape, index, next, depth) {
  switch (shape.type) {
    case 'object': {
      const members = shape.fields
        .filter(({ required, deprecated }) => !deprecated && (required === true || next(10) < (depth < 2 ? 6 : 1)))
        .map((field) => [field.name, valueOf(field.shape, index, next, depth + 1)]);
      if (shape.entries && depth < 4) {
        for (let entry = 0; entry <= next(2); entry++) {
          members.push([`entry-${entry}`, valueOf(shape.entries.shape, index, next, depth + 1)]);
        }
      }
      return Object.fromEntries(members);
    }
    case 'array':
      return Array.from({ length: 1 + next(2) }, () => valueOf(shape.items, index, next, depth + 1));
    case 'choice':
      return valueOf(shape.options[0], index, next, depth);
    case 'boolean':
      return next(2) === 0;
    case 'integer':
    case 'number':
      return shape.values?.values[next(shape.values.values.length)]?.value ?? 1 + next(30);
    case 'null':
      return null;
    default:
      return textOf(shape, index, next);
  }
}

function textOf({ values, format }, index, next) {
  if (values && values.values.length > 0) return values.values[next(values.values.length)].value;
  if (format === 'time-value') return `${1 + next(30)}d`;
  if (format === 'url') return `https://example.org/receiver/${index}`;
  return `text-${index}-${next(1000)}`;
}
