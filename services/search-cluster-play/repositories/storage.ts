import { documentedTypes } from '@rulebook/search-cluster/facts/snapshots/snapshot-settings';
import { pluginTypes } from '@rulebook/search-cluster/facts/snapshots/snapshot-plugins';
import type { NodeSettings } from '../cluster/call';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { resolveFolder } from './location';
import { textOfSetting } from './stored-settings';

/** The default addresses that read-only repositories may have. */
const standardAllowedUrls = [
  'http://127.0.0.1/*',
  'http://127.0.0.1:*/*',
  'http://localhost/*',
  'http://localhost:*/*',
  'https://*.example.com/*',
];

/** Where the data of a repository is. */
export type Storage =
  | { readonly kind: 'folder'; readonly folder: string; readonly isReadOnly: boolean }
  /** At an http or https address, which the machine can request. */
  | { readonly kind: 'address'; readonly url: string }
  /** Storage that the sandbox cannot access. */
  | { readonly kind: 'unseen'; readonly what: string };

/** Returns where a repository's data is, or one sentence that says what is wrong with its settings. */
export function storageOf(
  type: string,
  settings: Readonly<Record<string, unknown>>,
  nodes: NodeSettings,
): Storage | { readonly problem: string } {
  switch (type) {
    case 'source': {
      const delegate = textOfSetting(settings, 'delegate_type');
      if (delegate === undefined || delegate === 'source') {
        return { problem: 'The setting [delegate_type] must name a type of repository that stores data.' };
      }
      return storageOf(delegate, settings, nodes);
    }
    case 'fs': {
      const location = textOfSetting(settings, 'location');
      if (location === undefined) return { problem: 'The setting [location] is missing.' };
      const resolved = resolveFolder(nodes.pathRepo ?? [], location);
      return 'problem' in resolved
        ? resolved
        : { kind: 'folder', folder: resolved.folder, isReadOnly: textOfSetting(settings, 'readonly') === 'true' };
    }
    case 'url': {
      const url = textOfSetting(settings, 'url');
      return url === undefined ? { problem: 'The setting [url] is missing.' } : storageAt(url, nodes);
    }
    default:
      return [...documentedTypes, ...pluginTypes].some((known) => known.type === type)
        ? { kind: 'unseen', what: `storage of type [${type}]` }
        : { problem: `There is no repository type [${type}].` };
  }
}

function storageAt(url: string, nodes: NodeSettings): Storage | { readonly problem: string } {
  const protocol = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1]?.toLowerCase();
  switch (protocol) {
    case 'file':
      return storageInFile(url, nodes);
    case 'jar':
      return { kind: 'unseen', what: 'jar addresses' };
    case 'ftp':
    case 'http':
    case 'https':
      if (!(nodes.allowedUrls ?? standardAllowedUrls).some((pattern) => isAllowed(pattern, url))) {
        return {
          problem: `The URL [${url}] matches no pattern of the setting [repositories.url.allowed_urls]. Start the sandbox with --allowed-url and a pattern for it.`,
        };
      }
      return protocol === 'ftp' ? { kind: 'unseen', what: 'ftp addresses' } : { kind: 'address', url };
    default:
      return { problem: `The protocol of the URL [${url}] is not supported.` };
  }
}

function storageInFile(url: string, { pathRepo = [] }: NodeSettings): Storage | { readonly problem: string } {
  const [, host = '', written = ''] = /^file:(?:\/\/([^/?#]*))?([^?#]*)/i.exec(url) ?? [];
  if (host !== '' && host.toLowerCase() !== 'localhost') {
    return { problem: `The URL [${url}] names another machine. Use a file URL without a host.` };
  }
  const path = decodedName(written);
  if (path === undefined) return { problem: `The path of the URL [${url}] is not encoded as UTF-8.` };
  const resolved = resolveFolder(pathRepo, path.replace(/^\/(?=[A-Za-z]:)/, ''));
  return 'problem' in resolved ? resolved : { kind: 'folder', folder: resolved.folder, isReadOnly: true };
}

/** Compares part by part, so that a `*` matches within one part only. */
function isAllowed(pattern: string, url: string): boolean {
  const wanted = partsOfUrl(pattern);
  const given = partsOfUrl(url);
  if (wanted === undefined || given === undefined) return false;
  // A user name would hide the real host, and `..` the real path.
  if (given[1]?.includes('@') === true || /(^|\/)(\.|%2e){1,2}(\/|$)|\\/i.test(given[2] ?? '')) return false;
  return wanted.every((part, at) => matchesPattern(part, given[at] ?? ''));
}

function partsOfUrl(url: string): readonly string[] | undefined {
  const found = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(url);
  if (found === null) return undefined;
  const [, protocol = '', authority = '', path = '', query = '', fragment = ''] = found;
  return [protocol.toLowerCase(), authority.toLowerCase(), path === '' ? '/' : path, query, fragment];
}

function decodedName(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
