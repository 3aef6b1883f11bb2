import { jsonPositionAt } from '@rulebook/json/json-position';
import { membersOfObject, nodeAt, type JsonNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import type { Service } from '@rulebook/catalogue/service';
import type { Span } from '@rulebook/text/span';

/** Values that a `rulebook.json` can have at a position. */
interface ConfigurationCompletions {
  /** What they replace, with its quotation marks. */
  readonly span: Span;
  /** JSON texts. */
  readonly values: readonly string[];
}

/**
 * Returns what the file itself and the descriptions that it names offer for a value: the services of an endpoint, the base URLs of its
 * service, the endpoints of a default. The schema offers the rest.
 */
export function completeConfiguration(
  text: string,
  offset: number,
  services: readonly Service[],
): ConfigurationCompletions | undefined {
  const { root } = readJsonTree(text);
  if (!root) return undefined;
  const { container, slot, step = '', word } = jsonPositionAt(text, { start: 0, end: text.length }, offset);
  if (slot !== 'value') return undefined;
  const path = [...container, step];
  const [first, name = '', member] = path;
  const endpoint = nodeAt(root, ['endpoints', name]);
  const values =
    first === 'endpoints' && member === 'service'
      ? keysOf(nodeAt(root, ['services']))
      : first === 'endpoints' && member === 'baseUrl'
        ? (services.find(({ id }) => id === nodeAt(endpoint, ['service'])?.value)?.baseUrls ?? [])
        : first === 'defaults' && path.length === 2
          ? endpointsOf(root, String(name))
          : [];
  if (values.length === 0) return undefined;
  const span = word?.span ?? { start: offset, end: offset };
  return { span, values: values.map((value) => JSON.stringify(value)) };
}

function endpointsOf(root: JsonNode, service: string): readonly string[] {
  return keysOf(nodeAt(root, ['endpoints'])).filter(
    (name) => nodeAt(root, ['endpoints', name, 'service'])?.value === service,
  );
}

function keysOf(node: JsonNode | undefined): readonly string[] {
  return node ? membersOfObject(node).map(({ key }) => key) : [];
}
