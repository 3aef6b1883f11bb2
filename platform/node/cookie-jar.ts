import { CookieJar as OriginJar } from 'tough-cookie';
import type { CookieJar } from '../../engine/src/index';

/** Returns an empty jar. Each origin has its own jar, whatever domain a cookie names, so that only the service that set a cookie gets it back. */
export function createCookieJar(): CookieJar {
  const jars = new Map<string, OriginJar>();
  return {
    fieldFor: (url) => {
      const origin = originOf(url);
      const field = origin === undefined ? '' : (jars.get(origin)?.getCookieStringSync(url) ?? '');
      return field === '' ? undefined : field;
    },
    keep: (url, fields) => {
      const origin = originOf(url);
      if (origin === undefined) return;
      const jar = jars.get(origin) ?? new OriginJar(undefined, { looseMode: true, rejectPublicSuffixes: false });
      jars.set(origin, jar);
      // What is not a cookie is ignored, as browsers do.
      for (const field of fields) jar.setCookieSync(field, url, { ignoreError: true });
    },
    clear: () => {
      jars.clear();
    },
  };
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
