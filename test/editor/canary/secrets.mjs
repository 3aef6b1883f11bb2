// Secrets of every kind that a session uses, and the search for them in whatever is left of it.

/** Each is different from all others in every twelve of its characters; some have signs that look different in URLs, JSON and HTML. */
export const secrets = {
  literalHeader: 'Cnry1LitHead7kqZp4mWx2',
  literalQuery: 'Cnry2LitQuery9vTb6nRy3',
  literalUrlPassword: 'Cnry3UrlPass5hJd8sGf1',
  literalBody: 'Cnry4HookBody2wQc7xKz9',
  assertValue: 'Cnry5Assert6yUe3tLo0ia',
  stored: 'Cnry6Stored8pMn1bVc4&x"z',
  typed: 'Cnry7Typed3gHj6kLq9/w+r',
  dotenv: 'Cnry8Dotenv5zXs2dCf7va',
  processEnv: 'Cnry9Process1qAw4sEd8rf',
  setting: 'CnryASetting7tGy2hUj5ki',
  apiKey: 'CnryBApiKey4oLp9mKn3bjh',
  bearer: 'CnryCBearer6vFc1xDz8swa',
  basic: 'CnryDBasic:2eRq5tYw7uio',
  ownField: 'CnryEField9pAl3sKd6jfhg',
  environment: 'CnryFEnviron8zMx4nCb1vqw',
  clientSecret: 'CnryGClient3eWr7tQy2uop',
  accessToken: 'CnryHAccess6iUy9oPt4lkj',
  proxyPassword: 'CnryIProxy1hGf5dSa8zxcv',
  createdKey: 'CnryJCreated7bNm2qWe4rty',
  cookie: 'CnryKCookie9uIo6pAs3dfg',
  responseHeader: 'CnryLRespHd4hJk8lZx1cvb',
  redirected: 'CnryMRedir2nMq7wEr5tyui',
};

const length = 12;

/** A secret in all the forms in which it may be written. */
function formsOf(value) {
  const json = JSON.stringify(value).slice(1, -1);
  const encoded = encodeURIComponent(value);
  const html = value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
  const base64 = ['', ' ', '  '].map((before) =>
    Buffer.from(before + value)
      .toString('base64')
      .replace(/=+$/, '')
      .slice(before === '' ? 0 : before.length + 1, -1),
  );
  const urlSafe = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [value, json, JSON.stringify(json).slice(1, -1), encoded, encoded.toLowerCase(), html, ...base64, ...urlSafe];
}

/**
 * Returns a search for these secrets, in any form, and for any twelve characters of one of them.
 * @param {Readonly<Record<string, string>>} wanted
 * @returns {(text: string) => { name: string, at: string }[]} what was found first of each secret, with the text around it
 */
export function createSearch(wanted) {
  /** @type {Map<string, string>} */
  const parts = new Map();
  for (const [name, value] of Object.entries(wanted)) {
    for (const form of formsOf(value)) {
      for (let at = 0; at + length <= form.length; at++) parts.set(form.slice(at, at + length), name);
    }
  }
  const table = new Uint8Array(1 << 16);
  const hash = (text, at) =>
    (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 65535;
  for (const part of parts.keys()) table[hash(part, 0)] = 1;
  return (text) => {
    const found = new Map();
    for (let at = 0; at + length <= text.length; at++) {
      if (table[hash(text, at)] === 0) continue;
      const name = parts.get(text.slice(at, at + length));
      if (name === undefined || found.has(name)) continue;
      found.set(name, text.slice(Math.max(0, at - 120), at + 60).replace(/\s+/g, ' '));
    }
    return [...found].map(([name, at]) => ({ name, at }));
  };
}
