/**
 * Creates a function that writes messages as JSON, as `JSON.stringify` does, and remembers the text of each diagnostic. All
 * diagnostics of a document are sent with every key, and nearly all of them are the objects that were sent before: so these
 * must not be changed after they have been sent.
 */
export function createMessageEncoder(): (message: object) => string {
  const texts = new WeakMap<object, string>();
  const textOf = (diagnostic: unknown): string => {
    // In a list, JSON has a null for what it cannot write.
    if (typeof diagnostic !== 'object' || diagnostic === null) return JSON.stringify([diagnostic]).slice(1, -1);
    const known = texts.get(diagnostic);
    if (known !== undefined) return known;
    const text = JSON.stringify(diagnostic);
    texts.set(diagnostic, text);
    return text;
  };
  /** Writes an object whose one member is a list of diagnostics. */
  const withList = (object: Fields, name: string, list: readonly unknown[]): string =>
    withMember(object, name, `[${list.map(textOf).join(',')}]`);

  return (message) => {
    const { method, params, result } = message as Fields;
    if (method === 'textDocument/publishDiagnostics' && isFields(params) && Array.isArray(params['diagnostics']))
      return withMember(message as Fields, 'params', withList(params, 'diagnostics', params['diagnostics']));
    if (method === undefined && isFields(result) && result['kind'] === 'full' && Array.isArray(result['items']))
      return withMember(message as Fields, 'result', withList(result, 'items', result['items']));
    return JSON.stringify(message);
  };
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Writes an object in which the member, which comes last, is written already. */
function withMember(object: Fields, name: string, text: string): string {
  const others = JSON.stringify({ ...object, [name]: undefined });
  return `${others.slice(0, -1)}${others === '{}' ? '' : ','}${JSON.stringify(name)}:${text}}`;
}
