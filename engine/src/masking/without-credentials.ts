import { mask, maskPlaces } from './mask-places';

/** Longer texts are cut before they are quoted anywhere. */
const longest = 2000;

/** Returns a text that is about to be quoted without the credentials that it holds, also where it is half a URL only. */
export function withoutCredentials(text: string): string {
  if (text.length <= 4 || !/[@=:]/.test(text)) return text;
  const masked = maskPlaces(text.slice(0, longest)).text;
  return masked.includes('@') ? masked.split(/(\s+)/).map(withoutUserInfo).join('') : masked;
}

/** In a malformed URL, user name and password may stand without a scheme, or behind half a one. */
function withoutUserInfo(word: string): string {
  const end = word.lastIndexOf('@');
  const [start = '', scheme] = /^`?([A-Za-z][\w+.-]*:\/+)?/.exec(word) ?? [];
  const user = word.slice(start.length, Math.max(end, 0));
  return user === '' || (scheme === undefined && !user.includes(':')) ? word : `${start}${mask}${word.slice(end)}`;
}
