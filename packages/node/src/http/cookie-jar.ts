import type { CookieJar, KeptCookie } from '@rulebook/sender/ports';
import { Cookie, MemoryCookieStore, CookieJar as OriginJar } from 'tough-cookie';

interface Origin {
  readonly store: MemoryCookieStore;
  readonly jar: OriginJar;
}

/** Returns an empty jar. Each origin has its own jar, whatever domain a cookie names, so that only the service that set a cookie gets it back. */
export function createCookieJar(): CookieJar {
  const jars = new Map<string, Origin>();
  return {
    fieldFor: (url) => {
      if (jars.size === 0) return undefined;
      const origin = originOf(url);
      const field = origin === undefined ? '' : (jars.get(origin)?.jar.getCookieStringSync(url) ?? '');
      return field === '' ? undefined : field;
    },
    keep: (url, fields) => {
      const origin = originOf(url);
      if (origin === undefined) return;
      const { jar } = jars.get(origin) ?? addOrigin(jars, origin);
      // What is not a cookie is ignored, as browsers do.
      for (const field of fields) jar.setCookieSync(field, url, { ignoreError: true });
    },
    list: () => [...jars].flatMap(([origin, { jar }]) => cookiesIn(jar).map((cookie) => describe(origin, cookie))),
    delete: (cookies) => {
      for (const { origin, domain, path, name } of cookies) {
        // This store works at once; tough-cookie 6.1.0 has no synchronous form of it.
        void jars.get(origin)?.store.removeCookie(domain, path, name);
      }
    },
    clear: () => {
      jars.clear();
    },
  };
}

function addOrigin(jars: Map<string, Origin>, origin: string): Origin {
  const store = new MemoryCookieStore();
  const made = { store, jar: new OriginJar(store, { looseMode: true, rejectPublicSuffixes: false }) };
  jars.set(origin, made);
  return made;
}

/** Returns the cookies that have not expired. */
function cookiesIn(jar: OriginJar): readonly Cookie[] {
  return (jar.serializeSync()?.cookies ?? []).flatMap((serialized) => {
    const cookie = Cookie.fromJSON(serialized);
    return cookie === undefined || (cookie.expiryTime() ?? Infinity) <= Date.now() ? [] : [cookie];
  });
}

function describe(origin: string, cookie: Cookie): KeptCookie {
  const expires = cookie.expiryTime();
  return {
    origin,
    name: cookie.key,
    domain: cookie.domain ?? '',
    path: cookie.path ?? '/',
    ...(expires !== undefined && Number.isFinite(expires) && { expires }),
    isSecure: cookie.secure,
    isHttpOnly: cookie.httpOnly,
  };
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
