import { isLoopback } from './loopback';

/** The proxies through which requests leave, by the scheme of the URL; each a URL that may hold a credential. */
export interface ProxySettings {
  readonly http?: string | undefined;
  readonly https?: string | undefined;
  /** Hosts that are reached directly: names, `.suffixes`, `host:port`, or `*` for all; separated by commas or blanks. */
  readonly none?: string | undefined;
}

/** Reads the settings from the variables that most programs follow; small letters come first, as curl has it, and empty ones count as absent. */
export function proxiesOf(environment: (name: string) => string | undefined): ProxySettings {
  const read = (name: string) =>
    [name.toLowerCase(), name].map(environment).find((value) => value !== undefined && value !== '');
  const all = read('ALL_PROXY');
  return { http: read('HTTP_PROXY') ?? all, https: read('HTTPS_PROXY') ?? all, none: read('NO_PROXY') };
}

/** Returns the proxy for a URL, or undefined when it is reached directly: always for this machine, and when the setting is no http URL. */
export function proxyFor(url: URL, { http, https, none }: ProxySettings): URL | undefined {
  const proxy = url.protocol === 'https:' ? https : http;
  if (proxy === undefined || proxy.trim() === '' || isLoopback(url.hostname) || isExempt(url, none ?? '')) {
    return undefined;
  }
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(proxy.trim()) ? proxy.trim() : `http://${proxy.trim()}`;
  if (!URL.canParse(address)) return undefined;
  const parsed = new URL(address);
  return parsed.protocol === 'http:' || parsed.protocol === 'https:' ? parsed : undefined;
}

function isExempt(url: URL, list: string): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = entry, wanted] = /^(.+?):(\d+)$/.exec(entry) ?? [];
      const suffix = name.replace(/^\*?\./, '');
      const isNamed = url.hostname === suffix || url.hostname.endsWith(`.${suffix}`);
      return isNamed && (wanted === undefined || wanted === port);
    });
}
