/** A value within another one: a JSON pointer without `#`, or names behind dots as conditions may write them. */
type Within = readonly string[];

/** What a runtime expression refers to. */
export type Expression =
  | { readonly kind: 'url' | 'method' | 'statusCode' | 'self' }
  | {
      readonly kind: 'message';
      readonly of: 'request' | 'response' | 'message';
      readonly part: 'header' | 'query' | 'path' | 'body' | 'payload';
      /** Of a header field or a parameter. */
      readonly name?: string;
      readonly within: Within;
    }
  | { readonly kind: 'inputs' | 'outputs'; readonly name: string; readonly within: Within }
  | { readonly kind: 'steps'; readonly step: string; readonly name: string; readonly within: Within }
  | {
      readonly kind: 'workflows';
      readonly workflow: string;
      readonly field: 'inputs' | 'outputs';
      readonly name: string;
      readonly within: Within;
    }
  | { readonly kind: 'sourceDescriptions'; readonly source: string; readonly reference: string }
  | { readonly kind: 'components'; readonly type: string; readonly name: string };

const kinds = [
  'url',
  'method',
  'statusCode',
  'request',
  'response',
  'message',
  'inputs',
  'outputs',
  'steps',
  'workflows',
  'sourceDescriptions',
  'components',
  'self',
];

/** Returns whether a text is meant as a runtime expression: `$` and a word of its grammar. */
export function isExpression(text: string): boolean {
  const word = /^\$([A-Za-z]+)(?=$|[.#])/.exec(text)?.[1];
  return word !== undefined && kinds.includes(word);
}

/** Reads a runtime expression. Returns why it cannot be read as a sentence. */
export function parseExpression(text: string): Expression | { readonly problem: string } {
  const [, word = '', rest = ''] = /^\$([A-Za-z]*)([^]*)$/.exec(text) ?? [];
  if (!kinds.includes(word))
    return { problem: `\`${shown(text)}\` is not a runtime expression; these begin with ${kindList}.` };
  if (word === 'url' || word === 'method' || word === 'statusCode' || word === 'self')
    return rest === '' ? { kind: word } : { problem: `Nothing may follow \`$${word}\` in \`${shown(text)}\`.` };
  const { path, within } = withoutPointer(rest);
  if (!path.startsWith('.') || path === '.')
    return { problem: `\`${shown(text)}\` needs a name behind \`$${word}.\`.` };
  const written = path.slice(1);
  switch (word) {
    case 'request':
    case 'response':
    case 'message':
      return ofMessage(word, written, within, text);
    case 'inputs':
    case 'outputs':
      return { kind: word, name: written, within };
    case 'steps': {
      const [, step, name] = /^([\w-]+)\.outputs\.([\w.-]+)$/.exec(written) ?? [];
      if (step === undefined || name === undefined)
        return { problem: `\`${shown(text)}\` is not of the form \`$steps.STEP.outputs.NAME\`.` };
      return { kind: 'steps', step, name, within };
    }
    case 'workflows': {
      const [, workflow, field, name] = /^([\w-]+)\.(inputs|outputs)\.([\w.-]+)$/.exec(written) ?? [];
      if (workflow === undefined || name === undefined)
        return { problem: `\`${shown(text)}\` is not of the form \`$workflows.WORKFLOW.outputs.NAME\`.` };
      return { kind: 'workflows', workflow, field: field === 'inputs' ? 'inputs' : 'outputs', name, within };
    }
    case 'sourceDescriptions': {
      const [, source, reference] = /^([\w-]+)\.([^]+)$/.exec(rest.slice(1)) ?? [];
      if (source === undefined || reference === undefined)
        return { problem: `\`${shown(text)}\` is not of the form \`$sourceDescriptions.NAME.OPERATION\`.` };
      return { kind: 'sourceDescriptions', source, reference };
    }
    default: {
      const [, type, name] = /^(\w+)\.([\w.-]+)$/.exec(written) ?? [];
      if (type === undefined || name === undefined)
        return { problem: `\`${shown(text)}\` is not of the form \`$components.parameters.NAME\`.` };
      return { kind: 'components', type, name };
    }
  }
}

function ofMessage(
  of: 'request' | 'response' | 'message',
  written: string,
  within: Within,
  text: string,
): Expression | { readonly problem: string } {
  const [, part, name] = /^(header|query|path)\.([^]+)$/.exec(written) ?? [];
  if (name !== undefined && (part === 'header' || part === 'query' || part === 'path')) {
    const isToken = part !== 'header' || /^[\w!#$%&'*+.^`|~-]+$/.test(name);
    return isToken
      ? { kind: 'message', of, part, name, within }
      : { problem: `\`${shown(name)}\` in \`${shown(text)}\` is not the name of a header field.` };
  }
  const [, body, dotted = ''] = /^(body|payload)((?:\.[\w-]+|\[\d+\])*)$/.exec(written) ?? [];
  if (body === 'body' || body === 'payload')
    return { kind: 'message', of, part: body, within: [...namesInPath(dotted), ...within] };
  return {
    problem: `\`${shown(text)}\` is not of the form \`$${of}.body\`, \`$${of}.header.NAME\`, \`$${of}.query.NAME\` or \`$${of}.path.NAME\`.`,
  };
}

/** Returns the names of `.data[0].id`, which conditions may write behind a body. */
function namesInPath(dotted: string): readonly string[] {
  return dotted.match(/[^.[\]]+/g) ?? [];
}

function withoutPointer(rest: string): { readonly path: string; readonly within: Within } {
  const at = rest.indexOf('#');
  if (at === -1) return { path: rest, within: [] };
  const pointer = rest.slice(at + 1);
  return {
    path: rest.slice(0, at),
    within: pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
  };
}

/** A piece of a text: as it is written, or an expression between braces. */
export type TextPiece = { readonly literal: string } | { readonly expression: string };

/** Returns the pieces of a text with embedded expressions such as `{$inputs.id}`. A text that is an expression is one piece. */
export function piecesOf(text: string): readonly TextPiece[] {
  if (isExpression(text)) return [{ expression: text }];
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(/\{(\$[A-Za-z][^{}]*)\}/g)) {
    const [whole, expression = ''] = match;
    if (!isExpression(expression)) continue;
    if (match.index > from) pieces.push({ literal: text.slice(from, match.index) });
    pieces.push({ expression });
    from = match.index + whole.length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ literal: text.slice(from) });
  return pieces;
}

/** Returns all expressions in a value with the JSON pointers to them. */
export function* expressionsIn(value: unknown, pointer: string): Generator<{ expression: string; pointer: string }> {
  const open: { readonly value: unknown; readonly pointer: string }[] = [{ value, pointer }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: one, pointer: at } = next;
    if (typeof one === 'string') {
      for (const piece of piecesOf(one)) if ('expression' in piece) yield { expression: piece.expression, pointer: at };
    } else if (typeof one === 'object' && one !== null)
      for (const [key, inner] of Object.entries(one))
        open.push({ value: inner, pointer: `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` });
  }
}

/** Returns an expression in one line, cut where it is long. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

const kindList = '`$inputs.`, `$steps.`, `$response.`, `$statusCode` and the like';
