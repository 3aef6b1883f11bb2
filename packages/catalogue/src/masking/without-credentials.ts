import { mask, maskNamedSecrets } from './mask-named-secrets';

/** Longer texts are cut before they are quoted. */
const longest = 2000;

/** Returns a text for a quotation without its credentials, also those in an incomplete URL. */
export function withoutCredentials(text: string): string {
  if (text.length <= 4 || !/[@=:]/.test(text)) return text;
  const masked = maskNamedSecrets(text.slice(0, longest)).text;
  return masked.includes('@') ? masked.split(/(\s+)/).map(withoutUserInfo).join('') : masked;
}

/** Removes user name and password. In a malformed URL, the scheme in front of them may be missing or incomplete. */
function withoutUserInfo(word: string): string {
  const end = word.lastIndexOf('@');
  const [start = '', scheme] = /^`?([A-Za-z][\w+.-]*:\/+)?/.exec(word) ?? [];
  const user = word.slice(start.length, Math.max(end, 0));
  return user === '' || (scheme === undefined && !user.includes(':')) ? word : `${start}${mask}${word.slice(end)}`;
}
