// The workspace of a session that has a secret wherever one can be.
import { secrets } from './secrets.mjs';

const json = 'Content-Type: application/json';

/** @param {{ baseUrl: string }} service */
export function canaryFiles({ baseUrl }) {
  const endpoint = (name, more = {}) => ({ [name]: { service: 'search-cluster', baseUrl, ...more } });
  const authentication = (type, more = {}) => ({ authentication: { type, ...more } });
  const to = (name, text) => `### to ${name}\n# @endpoint ${name}\n${text}\n`;
  const literal = `Authorization: ApiKey ${secrets.literalHeader}`;
  return {
    'rulebook.json': JSON.stringify({
      endpoints: {
        ...endpoint('keyed', authentication('api-key')),
        ...endpoint('bearer', authentication('bearer')),
        ...endpoint('basic', authentication('basic', { user: 'elastic' })),
        ...endpoint('field', authentication('api-key', { field: 'X-Own-Field' })),
        ...endpoint('oauth', authentication('oauth2', { tokenUrl: `${baseUrl}/token`, clientId: 'canary' })),
        ...endpoint('proxied', { ...authentication('none'), baseUrl: 'http://es.example.test', proxy: baseUrl }),
        ...endpoint('environment'),
        ...endpoint('open', authentication('none')),
        ...endpoint('closed', { ...authentication('none'), baseUrl: 'http://127.0.0.1:1' }),
      },
      defaults: { 'search-cluster': 'open' },
    }),
    '.env': `KEY=${secrets.dotenv}\n`,
    'all.http': [
      to('keyed', 'GET /echo?of=keyed'),
      to('bearer', 'GET /echo?of=bearer'),
      to('basic', 'GET /text?of=basic'),
      to('field', 'GET /echo?of=field'),
      to('oauth', 'GET /echo?of=oauth'),
      to('proxied', 'GET /echo?of=proxied\nX-Plain: {{$processEnv CANARY_PROCESS}}'),
      to('environment', 'GET /echo?of=environment'),
      to('open', `POST /echo?of=storage\n${json}\n\n{ "a": "{{%$secret canary}}" }`),
      to('open', `POST /text?of=prompt\n${json}\n\n{ "a": "{{password}}", "b": "{{$dotenv KEY}}" }`),
      to('open', 'GET /echo?of=process\nX-Plain: {{$processEnv CANARY_PROCESS}}\nX-Other: {{api_token}}'),
      to('open', `GET /redirect?api_key=${secrets.literalQuery}\n${literal}`),
      to('open', `GET /away\n${literal}`),
      to(
        'open',
        `POST /repos/o/r/hooks\n${json}\n\n{ "name": "web", "config": { "url": "https://user:${secrets.literalUrlPassword}@example.com/", "secret": "${secrets.literalBody}" } }`,
      ),
      to('open', `POST /refuse\n${literal}\n${json}\n\n{ "password": "${secrets.literalBody}" }`),
      to('open', `GET /cut\n${literal}`),
      to('closed', `GET /echo?token=${secrets.literalQuery}\n${literal}`),
      to(
        'open',
        `GET /echo?of=asserts\n${literal}\n\n?? body $.token == "${secrets.assertValue}"\n?? header x-auth-token == ${secrets.assertValue}\n?? body $.echo.headers.authorization includes x`,
      ),
    ].join('\n'),
    'one.http': `# @name made\n# @endpoint keyed\nPOST /_security/api_key\n\n{ "name": "made", "expiration": "1d" }\n\n###\n# @endpoint open\nGET /echo?key={{made.response.body.$.encoded}}\nX-Id: {{$secret canary}}\n${literal}\nX-Job-Token: {{$processEnv CANARY_PROCESS}}\n`,
    // Findings, hovers and completions that may quote what they are about.
    'mistakes.http': [
      `POST /repos/o/r/hooks\nAuthorization: Bearer ${secrets.literalHeader}\n\n{ "name": "web", "config": { "url": "htps://user:${secrets.literalUrlPassword}@example.com/?token=${secrets.literalQuery}", "secret": "${secrets.literalBody}", "content_type": "xml" }, "events": ["pushh"] }`,
      `PUT /_security/api_key?api_key=${secrets.literalQuery}&api_key=${secrets.literalQuery}\nAuthorization: ${secrets.literalHeader}\n\n{ "name": 1, "password": ["${secrets.literalBody}"], "expiration": "1x" }`,
    ].join('\n\n###\n'),
  };
}

/** @param {{ baseUrl: string }} service */
export const canarySettings = {
  'rulebook.environments': { $shared: { api_token: secrets.setting } },
  'rulebook.stopAtFailure': false,
  'rulebook.trace.server': 'verbose',
};

/** @param {{ baseUrl: string }} service */
export function canaryEnvironment({ baseUrl }) {
  return {
    CANARY_PROCESS: secrets.processEnv,
    RULEBOOK_ENDPOINT_ENVIRONMENT: baseUrl,
    RULEBOOK_CREDENTIAL_ENVIRONMENT: secrets.environment,
    HTTP_PROXY: baseUrl.replace('//', `//user:${secrets.proxyPassword}@`),
  };
}

/** What is typed into a box, by the title of the box. */
export const typedSecrets = {
  'for keyed': secrets.apiKey,
  'for bearer': secrets.bearer,
  'for basic': secrets.basic,
  'for field': secrets.ownField,
  'for oauth': secrets.clientSecret,
  'Secret canary': secrets.stored,
  'Value of password': secrets.typed,
};
