import { proxiesOf, type ProxySettings } from '@rulebook/node/http/proxy';

/**
 * Returns the proxies that the editor's settings and the environment name; `setting` reads those below `http`. A setting comes before
 * the environment. `http.proxySupport: off` switches all proxies off.
 */
export function proxySettings(
  setting: (name: 'proxy' | 'noProxy' | 'proxySupport') => unknown,
  environment: (name: string) => string | undefined,
): ProxySettings {
  if (setting('proxySupport') === 'off') return {};
  const proxy = setting('proxy');
  const none = setting('noProxy');
  const exempt = Array.isArray(none) ? none.filter((each) => typeof each === 'string' && each.trim() !== '') : [];
  return {
    ...proxiesOf(environment),
    ...(typeof proxy === 'string' && proxy.trim() !== '' && { http: proxy.trim(), https: proxy.trim() }),
    ...(exempt.length > 0 && { none: exempt.join(',') }),
  };
}
