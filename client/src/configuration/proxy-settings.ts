import { proxiesOf, type ProxySettings } from '@rulebook/node/http/proxy';

/** The settings of the editor below `http` that say how requests leave. */
type ProxySetting = 'proxy' | 'noProxy' | 'proxySupport' | 'proxyStrictSSL' | 'proxyAuthorization';

/**
 * Returns the proxies that the editor's settings and the environment name; `setting` reads those below `http`. A setting comes before
 * the environment. `http.proxySupport: off` switches all proxies off.
 */
export function proxySettings(
  setting: (name: ProxySetting) => unknown,
  environment: (name: string) => string | undefined,
): ProxySettings {
  if (setting('proxySupport') === 'off') return {};
  const proxy = setting('proxy');
  const none = setting('noProxy');
  const exempt = Array.isArray(none) ? none.filter((each) => typeof each === 'string' && each.trim() !== '') : [];
  const found = proxiesOf(environment);
  const own = typeof proxy === 'string' && proxy.trim() !== '' ? proxy.trim() : undefined;
  const authorized = (address: string | undefined) => withUser(address, setting('proxyAuthorization'));
  return {
    http: authorized(own ?? found.http),
    https: authorized(own ?? found.https),
    none: exempt.length > 0 ? exempt.join(',') : found.none,
    ...(setting('proxyStrictSSL') === false && { isUnverified: true }),
  };
}

/** Returns the URL of a proxy with the user and password of a `Proxy-Authorization`, unless it has its own. Only `Basic` has them. */
function withUser(address: string | undefined, authorization: unknown): string | undefined {
  const encoded =
    typeof authorization === 'string' ? /^Basic\s+([\w+/]+=*)$/i.exec(authorization.trim())?.[1] : undefined;
  if (address === undefined || encoded === undefined) return address;
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(whole)) return address;
  const url = new URL(whole);
  if (url.username !== '' || url.password !== '') return address;
  const [user = '', ...password] = new TextDecoder()
    .decode(Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0)))
    .split(':');
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password.join(':'));
  return url.href;
}
