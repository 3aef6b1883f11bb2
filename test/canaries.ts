/** Secrets of every kind, each different from all others, with signs that look different in URLs, JSON and HTML. */
export const canaries = {
  credential: 'cnry-credential-a/1+b',
  privateEnvironment: 'cnry-private-"c&2',
  userEnvironment: 'cnry-userfile-d<3',
  dotenv: 'cnry-dotenv-e/4',
  processEnv: 'cnry-process-f=5',
  variable: 'cnry-variable-g/6',
  bearer: 'cnry.literal.bearer-7',
  basic: 'cnry-basic:pass8',
  urlUser: 'cnry-url-user9',
  parameter: 'cnry-parameter10',
  apiKeyHeader: 'cnry-header-key11',
  cookie: 'cnry-cookie12',
  setCookie: 'cnry-setcookie13',
  hookSecret: 'cnry-hook-secret14',
  hookUrl: 'cnry-hook-url15',
  formPassword: 'cnry-form-pass16',
  answered: 'cnry-answered17',
  redirected: 'cnry-redirected18',
  bodyFile: 'cnry-body-file19',
  number: '7731904420',
} as const;

/** Returns a workspace whose requests send every canary to a server; `mode` says how it answers. */
export function canaryFiles(base: string, mode: string): Readonly<Record<string, string>> {
  const { host, protocol } = { protocol: base.split('//')[0] ?? '', host: base.split('//')[1] ?? '' };
  const end = base.includes('?') ? `mode=${mode}` : `/x?mode=${mode}`;
  const basic = canaries.basic;
  const requests = [
    `# @endpoint canary\nGET ${base.includes('?') ? '/' : ''}${end.replace(/^mode/, '?mode')}`,
    `GET ${base}${end}\nX-Plain: {{plain}}`,
    `POST ${base}${end}\nContent-Type: text/plain\n\nuser {{other}} and {{plain}}`,
    `GET ${base}${end}&q={{%plain}}\nX-Plain: {{$dotenv NAME}}`,
    `GET ${base}${end}\nX-Plain: {{$processEnv CANARY_PROCESS}}`,
    `GET ${base}${end}\nX-Plain: {{my_token}}`,
    `GET ${base}${end}\nAuthorization: Bearer ${canaries.bearer}`,
    `GET ${base}${end}\nAuthorization: Basic ${basic}`,
    `GET ${base}${end}\nAuthorization: Basic ${basic.replace(':', ' ')}`,
    `GET ${protocol}//user:${canaries.urlUser}@${host}${end}`,
    `GET ${base}${end}&api_key=${canaries.parameter}&x=1`,
    `GET ${base}${end}\nX-Api-Key: ${canaries.apiKeyHeader}`,
    `GET ${base}${end}\nCookie: sid=${canaries.cookie}; b=2`,
    `POST ${base}${end}\nContent-Type: application/json\n\n{ "config": { "url": "https://u:${canaries.hookUrl}@example.com/?token=${canaries.hookUrl}", "secret": "${canaries.hookSecret}" } }`,
    `POST ${base}${end}\nContent-Type: application/x-www-form-urlencoded\n\nuser=u&password=${canaries.formPassword}`,
    `POST ${base}${end}\nContent-Type: application/json\n\n< ./body.json`,
  ];
  const hook = (url: string, more = '') =>
    `POST /repos/o/r/hooks\nAuthorization: Bearer ${canaries.bearer}\nX-Api-Key: ${canaries.apiKeyHeader}\n\n{ "name": "web", "config": { "url": "${url}", "secret": "${canaries.hookSecret}", "content_type": "xml" ${more} }, "events": ["pushh"] }`;
  return {
    'all.http': requests.map((request, index) => `### request ${String(index + 1)}\n${request}\n`).join('\n'),
    'body.json': JSON.stringify({ secret: canaries.bodyFile, other: 1 }),
    'rulebook.json': JSON.stringify({
      endpoints: { canary: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:1' } },
    }),
    'http-client.env.json': '{ "dev": { "public": "yes" } }',
    'http-client.private.env.json': JSON.stringify({ dev: { plain: canaries.privateEnvironment } }),
    'http-client.env.json.user': JSON.stringify({ dev: { other: canaries.userEnvironment } }),
    '.env': `NAME=${canaries.dotenv}\n`,
    // Mistakes that findings may quote.
    'mistakes.http': [
      hook(`user:${canaries.hookUrl}@example.com`),
      hook(`https:/user:${canaries.hookUrl}@example.com`),
      hook(`//${canaries.hookUrl}:x@example.com/?token=${canaries.hookUrl}`),
      hook(`ftp://user:${canaries.hookUrl}@example.com`),
      hook(`http://user:${canaries.hookUrl}@example.com`, `, "secrett": "${canaries.hookSecret}"`),
      hook(`example.com/hook?secret=${canaries.hookUrl}`),
      `GET /_search?api_key=${canaries.parameter}&api_key=${canaries.parameter}&tokenn=${canaries.parameter}`,
      `GET http://user:${canaries.urlUser}@host/_search?access_token=${canaries.parameter}`,
      `GET /_cat/x\nAuthorization: Basic ${canaries.basic}\nAuthorization: ${canaries.bearer}\nCookie: ${canaries.cookie}`,
      `GET /_cat/x\nAuthorization: Bearer: ${canaries.bearer}`,
      `PUT /_security/api_key\n\n{ "name": 1, "api_key": "${canaries.bearer}", "password": ["${canaries.bearer}"], "expiration": "1x" }`,
      `PUT /_snapshot/r\n\n{ "type": "s3", "settings": { "bucket": 1, "access_key": "${canaries.bearer}", "secret_key": "${canaries.hookSecret}" } }`,
      `PUT /_snapshot/r\n\n{ "type": "url", "settings": { "url": "htps://user:${canaries.hookUrl}@example.com/x" } }`,
      `POST /repos/o/r/hooks\n\n{ "name": "web", "config": { "url": "https://example.com", "secret": ${canaries.number} } }`,
      `PUT /_security/api_key\n\n{ "password": "${canaries.bearer}" "x": 1, token: ${canaries.bearer}, 'secret': '${canaries.hookSecret} }`,
      `@password = ${canaries.variable}\nGET /{{passwordd}}?x={{password}}`,
    ].join('\n\n###\n'),
  };
}

/** Returns the kinds of secrets that a text holds in any form. */
export function findCanaries(text: string): readonly string[] {
  return Object.entries(canaries).flatMap(([name, value]) =>
    formsOf(value).some((form) => text.includes(form)) ? [name] : [],
  );
}

function formsOf(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const html = value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
  const password = value.split(':').at(-1) ?? value;
  const base64 = [value, `id:${value}`, `Bearer ${value}`, `user:${value}`].map((text) =>
    Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -1),
  );
  // A part that is long enough gives it away, too.
  const parts = [value.slice(0, -2), value.slice(5)].filter((part) => part.length > 8);
  return [
    value,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(value),
    html,
    ...base64,
    password,
    ...parts,
  ];
}
