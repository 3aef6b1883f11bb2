import { nearWordsOf } from '@rulebook/text/near-words';

/** The methods that requests usually have. */
const usualMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const nearMethods = nearWordsOf(usualMethods);

/**
 * Returns the usual method from which a word in capitals differs in one letter, or by two letters that are swapped. Services have methods of
 * their own, such as `PUB` or `READ`, so another letter in a short word makes another method.
 */
export function methodMeantBy(written: string): string | undefined {
  if (!/^[A-Z]{3,8}$/.test(written)) return undefined;
  const meant = only(nearMethods(written, 1), written);
  const isOther = written.length === meant?.length && written.length < 5 && !isSwapped(written, meant);
  return isOther ? undefined : meant;
}

/** Header fields of requests whose names are long enough to be recognised when one letter is wrong. */
const usualHeaders = (
  'Accept Accept-Charset Accept-Encoding Accept-Language Authorization Cache-Control Connection Content-Disposition Content-Encoding ' +
  'Content-Language Content-Length Content-Type Cookie If-Match If-Modified-Since If-None-Match If-Unmodified-Since Origin Pragma ' +
  'Proxy-Authorization Referer Transfer-Encoding User-Agent'
).split(' ');
const headerByLower = new Map(usualHeaders.map((name) => [name.toLowerCase(), name]));
const nearHeaders = nearWordsOf(headerByLower.keys());
const longHeader = 12;

/** What names of header fields mean: most requests have the same ones. */
const meantHeaders = new Map<string, string | undefined>();
const maxMeant = 200;

/** Returns the well-known header field that a name nearly is; long names may have two wrong letters. */
export function headerMeantBy(written: string): string | undefined {
  if (meantHeaders.has(written)) return meantHeaders.get(written);
  const meant = nearHeader(written);
  if (meantHeaders.size >= maxMeant) meantHeaders.clear();
  meantHeaders.set(written, meant);
  return meant;
}

function nearHeader(written: string): string | undefined {
  const name = written.toLowerCase();
  if (name.length < 5 || headerByLower.has(name) || !/^[a-z-]+$/.test(name)) return undefined;
  const meant = only(nearHeaders(name, name.length < longHeader ? 1 : 2), name);
  return meant === undefined ? undefined : headerByLower.get(meant);
}

/** The directives that are carried out, except the short ones, to which many words of prose are near. */
const usualDirectives =
  'connection-timeout delay deployment disabled endpoint forceRef import insecure no-cookie-jar no-log no-redirect no-reject-unauthorized prompt ratelimit rights-of secret sequence target timeout until'.split(
    ' ',
  );
const directiveByKey = new Map(usualDirectives.map((name) => [keyOfName(name), name]));
const nearDirectives = nearWordsOf(directiveByKey.keys());
const slipsOfName = new Set(['nam', 'nme', 'nmae', 'naem', 'anme', 'namee', 'nname', 'naame', 'namme']);

/**
 * Returns the directive that a word behind `@` nearly is. Comments may hold any words behind `@`, so a word that ends otherwise in a way that
 * English has, such as `@imports` or `@relay`, is none.
 */
export function directiveMeantBy(written: string): string | undefined {
  const key = keyOfName(written);
  if (slipsOfName.has(key)) return 'name';
  // By far the most frequent one is asked about without a search.
  if (key.length < 4 || key === 'name' || directiveByKey.has(key)) return undefined;
  const [near, ...others] = nearDirectives(key, 1);
  if (near === undefined || others.length > 0 || near.distance === 0) return undefined;
  // A plural, and another letter in a short word, are words of their own.
  if (key === `${near.word}s` || (key.length === near.word.length && key.length < 6 && !isSwapped(key, near.word)))
    return undefined;
  return directiveByKey.get(near.word);
}

function keyOfName(name: string): string {
  return name.toLowerCase().replaceAll('-', '');
}

function isSwapped(one: string, other: string): boolean {
  return [...one].sort().join('') === [...other].sort().join('');
}

/** Returns the nearest word unless another one is as near. */
function only(near: readonly { readonly word: string; readonly distance: number }[], written: string) {
  const [first, second] = [...near].sort((a, b) => a.distance - b.distance);
  if (first === undefined || first.word === written || first.distance === second?.distance) return undefined;
  return first.word;
}
