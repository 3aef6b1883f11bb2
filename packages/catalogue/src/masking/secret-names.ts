import { isDeclaredSecret, plainName } from './declared-names';

const variable = /secret|token|passw|pwd|api_?-?key|credential|authori[sz]ation|encoded|cookie/i;

/** Returns whether a variable's name indicates a secret. Values from private sources are secret under any name. */
export function isSecretName(name: string): boolean {
  return variable.test(name) || isDeclaredSecret(name);
}

const anywhere =
  /(?:apikey|accesskey|secretkey|privatekey|secret|token|password|passwordhash|passwd|passphrase|pwd|authori[sz]ation|cookie|credentials?)$/;
const whole: ReadonlySet<string> = new Set(['encoded', 'auth', 'jwt', 'bearer']);
/** Tokens for the next page of a list, which are not credentials. */
const paging = /(?:page|next|previous|continuation|sync)token$/;

/** Returns whether a member, header field or form field of this name holds a secret, such as `api_key`, `X-Api-Key` or `accessToken`. */
export function isSecretMember(name: string): boolean {
  return soundsSecret(name) || isDeclaredSecret(name);
}

/** What was said of a name: requests and responses have the same few names again and again. */
const said = new Map<string, boolean>();
const maxSaid = 1000;
/** In characters; a longer name is asked about once. */
const longestSaid = 100;

function soundsSecret(name: string): boolean {
  const known = said.get(name);
  if (known !== undefined) return known;
  const plain = plainName(name);
  const isSecret = whole.has(plain) || (anywhere.test(plain) && !paging.test(plain));
  if (said.size >= maxSaid) said.clear();
  if (name.length <= longestSaid) said.set(name, isSecret);
  return isSecret;
}

const parameters: ReadonlySet<string> = new Set(['key', 'sig', 'signature', 'xamzsignature', 'xamzcredential']);

/** Returns whether a query parameter of this name holds a secret. */
export function isSecretParameter(name: string): boolean {
  return isSecretMember(name) || parameters.has(name.toLowerCase().replace(/[-_.]/g, ''));
}
