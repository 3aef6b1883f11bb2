import type { ResourceNames, ResourceRequest } from '@rulebook/catalogue/resources';

/** Returns a request with its names filled in: percent-encoded in the path, escaped for JSON in the body. */
export function fillRequest({ method, path, body }: ResourceRequest, names: ResourceNames): ResourceRequest {
  // `{{variable}}` stays for the user.
  const fill = (text: string, write: (name: string) => string) =>
    text.replace(/\{\{[^{}]*\}\}|\{([^{}]+)\}/g, (written, name: string | undefined) => {
      const value = name === undefined || !Object.hasOwn(names, name) ? undefined : names[name];
      return value === undefined ? written : write(value);
    });
  return {
    method,
    path: fill(path, encodeName),
    ...(body !== undefined && { body: fill(body, escapeName) }),
  };
}

function encodeName(name: string): string {
  // A name that is only points would leave the path.
  return /^\.{1,2}$/.test(name)
    ? name.replaceAll('.', '%2E')
    : encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** Braces of a name do not become a variable. */
function escapeName(name: string): string {
  return JSON.stringify(name).slice(1, -1).replaceAll('{', '\\u007b');
}
