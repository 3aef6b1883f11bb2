import type { Block } from './model';

const whole: Readonly<Record<string, string>> = {
  parsedBody: 'body.*',
  body: 'body.*',
  statusCode: 'status',
  statusMessage: 'statusText',
};

/**
 * Returns what a variable in the words of httpYac takes from the response of its own request, in ours: `body.id` for `response.parsedBody.id`;
 * undefined for any other variable, and for an expression.
 */
export function asHttpYacReference(variable: string): string | undefined {
  const [, part = '', path = ''] =
    /^response\.(parsedBody|body|headers|statusCode|statusMessage)(.*)$/.exec(variable) ?? [];
  if (path === '') return whole[part];
  if (!isPath.test(path)) return undefined;
  if (part === 'parsedBody') return `body${path.startsWith('.') ? path : `.$${path}`}`;
  return part === 'headers' ? `headers${path}` : undefined;
}

/** Members and items alone; `.length` is none of JSON. */
const isPath = /^(?:\.(?!length$)[A-Za-z_$][\w$-]*|\[(?:\d+|'[^'\]]*')\])+$/;

/** Returns whether a definition is behind the request of its block, so that it may take values from the response. */
export function isBehindRequest({ request }: Pick<Block, 'request'>, offset: number): boolean {
  return request !== undefined && offset > request.lineSpan.start;
}
