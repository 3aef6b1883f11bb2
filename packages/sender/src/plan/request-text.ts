import { redact } from '@rulebook/catalogue/masking/masker';
import type { RequestPlan, Segment } from './plan';

/** What the text of a request needs besides its plan. */
interface RequestTextOptions {
  readonly secrets: readonly string[];
  /** The variables that the file of the request defines. */
  readonly definitions: ReadonlyMap<string, string>;
}

/**
 * Returns a planned request as the text of a request file: with its variables as written, the definitions that it needs, and literal
 * secrets masked.
 */
export function requestText(plan: RequestPlan, { secrets, definitions }: RequestTextOptions): string {
  const { label, name, endpoint, method, target, headers, staysAtUrl, keepsNoCookies, isUnlogged } = plan;
  const directives = [
    // A title of one word is a name, too.
    ...(name === undefined || name === label ? [] : [`# @name ${name}`]),
    ...(endpoint === undefined || plan.isAbsolute ? [] : [`# @endpoint ${endpoint}`]),
    ...(staysAtUrl === true ? ['# @no-redirect'] : []),
    ...(keepsNoCookies === true ? ['# @no-cookie-jar'] : []),
    ...(isUnlogged === true ? ['# @no-log'] : []),
  ];
  const needed = neededDefinitions(plan.variables, definitions).map(([key, value]) => `@${key} = ${value}`);
  const title = `### ${label.replace(/\s+/g, ' ')}`;
  const fields = headers.map((field) => `${written(field.name)}: ${written(field.value)}`);
  const body = bodyText(plan.body);
  const head = [title, ...needed, ...directives, `${method} ${written(target)}`, ...fields].join('\n');
  return `${redact(body === '' ? head : `${head}\n\n${body.trimEnd()}`, secrets)}\n`;
}

/** Follows the variables into the definitions that they refer to. */
function neededDefinitions(
  variables: readonly string[],
  definitions: ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] {
  const needed = new Set<string>();
  const open = [...variables];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const value = definitions.get(name);
    if (value === undefined || needed.has(name)) continue;
    needed.add(name);
    for (const [, inner = ''] of value.matchAll(/\{\{([^{}]*)\}\}/g)) open.push(inner.trim());
  }
  return [...definitions].filter(([name]) => needed.has(name));
}

function bodyText(body: RequestPlan['body']): string {
  if (body === undefined) return '';
  if (body.kind === 'text') return written(body.segments);
  if (body.kind === 'file') return fileLine(body);
  return body.pieces.map((piece) => (piece.kind === 'file' ? fileLine(piece) : written(piece.segments))).join('');
}

function fileLine(file: {
  readonly path: string;
  readonly fillsVariables: boolean;
  readonly encoding?: string;
}): string {
  return `<${file.fillsVariables ? '@' : ''}${file.encoding ?? ''} ${file.path}`;
}

/** Returns segments as they are written: variables in braces, and literal braces behind backslashes. */
export function written(segments: readonly Segment[]): string {
  return segments
    .map((segment) =>
      typeof segment === 'string'
        ? segment.replace(/\{\{([^{}\r\n\\]*)\}\}/g, '\\{\\{$1\\}\\}')
        : `{{${segment.variable}}}`,
    )
    .join('');
}
