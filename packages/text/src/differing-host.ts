import { isLoopbackHost } from './loopback-host';
import { readUrl } from './url';

/**
 * Returns the `Host` of a request in small letters if it names another place than the URL does, and undefined if it does not. Behind a server
 * with several tenants the field decides who reads the request, so it is a part of where the request goes.
 */
export function differingHost(
  url: string,
  fields: readonly (readonly [name: string, value: string])[],
): string | undefined {
  for (const [name, value] of fields) {
    if (!/^(?:host|:authority)$/i.test(name.trim())) continue;
    const host = value.trim().toLowerCase();
    if (!isPlaceOf(host, url)) return host.replace(/\s/g, (blank) => encodeURIComponent(blank));
  }
  return undefined;
}

function isPlaceOf(host: string, url: string): boolean {
  const target = readUrl(url);
  // What cannot be read as a URL goes nowhere.
  if (target === undefined) return true;
  const plain = host.replace(/^https?:\/\//, '');
  // The URL may be made of the field, which then may have a path.
  const written = url
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '');
  if (plain !== '' && `${written}/`.startsWith(plain.endsWith('/') ? plain : `${plain}/`)) return true;
  const [, name = '', port] = /^(\[[0-9a-f:.]+\]|[^\s/?#\\@:]+)(?::(\d*))?$/.exec(plain) ?? [];
  if (name === '') return false;
  if (isLoopbackHost(name) && isLoopbackHost(target.host)) return true;
  return name === target.host && (port === undefined || port === '' || Number(port) === Number(target.port));
}
