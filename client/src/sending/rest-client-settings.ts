import { isSecretName } from '@rulebook/catalogue/masking';
import type { RequestPlan } from '@rulebook/sender/plan';

/** The settings of REST Client that somebody has written, by their names. */
export type RestClientSettings = Readonly<Record<string, unknown>>;

/** The settings of REST Client that are read here. */
export const readSettings = [
  'defaultHeaders',
  'followredirect',
  'timeoutinmilliseconds',
  'rememberCookiesForSubsequentRequests',
] as const;

/** Those that change what is sent and have another place here, with the page that names it. */
export const otherSettings = [
  'certificates',
  'excludeHostsForProxy',
  'proxyStrictSSL',
  'formParamEncodingStrategy',
] as const;

/** Returns a plan as the settings of REST Client want it sent: with fields that it has not itself, and whether redirects are followed. */
export function withRestClientSettings(plan: RequestPlan, settings: RestClientSettings): RequestPlan {
  const fields = Object.entries(objectOr(settings.defaultHeaders)).flatMap(([name, value]) => {
    const isThere = plan.headers.some((field) => field.name.join('').toLowerCase() === name.toLowerCase());
    // A credential belongs to an endpoint, and never goes to whatever host a file names.
    const isUsable = typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !isCredential(name);
    return isThere || !isUsable || /(?!\t)\p{Cc}/u.test(value) ? [] : [{ name: [name], value: [value] }];
  });
  const stays = settings.followredirect === false;
  if (fields.length === 0 && !stays) return plan;
  return { ...plan, headers: [...plan.headers, ...fields], ...(stays && { staysAtUrl: true }) };
}

/** Returns the names of the settings that somebody has written and that have another place here. */
export function unreadSettings(settings: RestClientSettings): readonly string[] {
  return [
    ...otherSettings.filter((name) => isSet(settings[name])),
    ...Object.keys(objectOr(settings.defaultHeaders))
      .filter(isCredential)
      .map((name) => `defaultHeaders.${name}`),
  ].map((name) => `rest-client.${name}`);
}

/** Returns the time limit in seconds; undefined where there is none, or where it is switched off. */
export function restClientTimeout({ timeoutinmilliseconds: limit }: RestClientSettings): number | undefined {
  return typeof limit === 'number' && limit > 0 ? limit / 1000 : undefined;
}

/** Returns whether cookies are kept; undefined where nothing says it. */
export function restClientCookies({
  rememberCookiesForSubsequentRequests: keeps,
}: RestClientSettings): boolean | undefined {
  return typeof keeps === 'boolean' ? keeps : undefined;
}

function isCredential(name: string): boolean {
  return /^(?:proxy-)?authorization$|^cookie$/i.test(name) || isSecretName(name);
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && !(typeof value === 'object' && Object.keys(value).length === 0);
}

function objectOr(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
