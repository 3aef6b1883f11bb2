// What Rulebook does in another way than the tools from which people come. Each has an example that must do what is said here.

/** @type {readonly import('./feature.d.mts').Feature[]} */
export const different = [
  {
    id: 'missing-value',
    page: '../variables.md#use-a-variable',
    in: {
      'rest-client': 'A variable without a value is sent as `{{name}}`; a missing `$processEnv` is an empty text.',
      jetbrains: 'A variable without a value is sent as it is written.',
      httpyac: 'A missing `$processEnv` or `$dotenv` is an empty text.',
      postman: 'A variable may lack a value.', bruno: 'A variable may lack a value.', insomnia: 'A variable may lack a value.', 'thunder-client': 'A variable may lack a value.',
    },
    here: 'Nothing is sent. The editor asks for the value; `rulebook run` names it.',
    example: { file: 'GET HOST/{{nothing}}\n', sends: [], exit: 3, prints: ['nothing'] },
  },
  {
    id: 'certificates-verified',
    page: '../sending.md#tls',
    in: { 'rest-client': 'TLS certificates are not verified.' },
    here: 'They are. `"insecure": true` switches it off for one endpoint.',
    example: { command: ['run', '--help'], prints: ['--cacert <file>'] },
  },
  {
    id: 'redirects',
    page: '../sending.md#redirects',
    in: {
      'rest-client': 'Redirects are followed.',
      jetbrains: 'Redirects are followed.',
      httpyac: 'Redirects are followed, those of 301 and 302 by `POST` with the body.',
      postman: 'Redirects are followed.', bruno: 'Redirects are followed.', insomnia: 'Redirects are followed.', 'thunder-client': 'Redirects are followed.', hurl: 'Redirects are followed by `--location`.',
    },
    here: 'Only for `GET` and `HEAD`. A redirect that is not followed is shown, and `rulebook run` ends with 1.',
    example: { file: 'POST HOST/redirect\n\n###\nGET HOST/redirect\n', sends: ['/redirect', '/redirect', '/there'], exit: 'any' },
  },
  {
    id: 'file-first',
    page: '../variables.md#which-value-counts',
    in: { jetbrains: 'The environment comes before the variables of the file.' },
    here: 'The file comes first, as in REST Client and httpYac. Where both define a host, look at **Explain** before you send.',
    example: {
      file: '@id = file\nGET HOST/{{id}}\n',
      files: { 'http-client.env.json': '{"dev":{"id":"environment"}}' },
      command: ['run', 'a.http', '--env', 'dev'],
      sends: ['/file'],
    },
  },
  {
    id: 'one-scope',
    page: '../variables.md#variables-of-the-file',
    in: { httpyac: 'A variable of the region of a request is not known when another request is sent alone.' },
    here: 'A variable holds in the whole file. Defined again, it counts from there, as in httpYac.',
    example: {
      file: '@a = 1\nGET HOST/{{a}}\n\n### two\nGET HOST/{{a}}\n',
      command: ['run', 'a.http', '--line', '5'],
      sends: ['/1'],
    },
  },
  {
    id: 'shared-environment',
    page: '../variables.md#environment-files',
    in: { httpyac: '`$shared` of `http-client.env.json` is not known.' },
    here: 'It holds in every environment.',
    example: {
      file: 'GET HOST/{{id}}\n',
      files: { 'http-client.env.json': '{"$shared":{"id":"shared"},"dev":{}}' },
      command: ['run', 'a.http', '--env', 'dev'],
      sends: ['/shared'],
    },
  },
  {
    id: 'missing-in-asserts',
    page: '../asserts.md',
    in: { httpyac: '`!=` and `== undefined` hold for what is missing.' },
    here: 'They hold behind `js` only. Otherwise write `not exists`.',
    example: { file: 'GET HOST/a\n\n?? js response.parsedBody.no == undefined\n?? body $.no != 3\n', sends: ['/a'], exit: 1, prints: ['FAILED: ?? body'] },
  },
  {
    id: 'assert-types',
    page: '../asserts.md',
    in: { httpyac: 'The value of an assert is converted to the type that was received.' },
    here: 'Types are compared, too: `== 3` is the number, `== "3"` the string.',
    example: { file: 'GET HOST/token\n\n?? body $.expires_in == "60"\n', sends: ['/token'], exit: 1, prints: ['60'] },
  },
  {
    id: 'text-bodies',
    page: '../request-files.md#comments-in-other-bodies',
    in: {
      'rest-client': 'Lines with `#` or `//` in a text body are left out.',
      httpyac: 'Lines of a text body that look like variables or requests are read as such.',
    },
    here: 'A text body is sent as it is.',
    example: { file: 'POST HOST/a\nContent-Type: text/plain\n\none\n# two\n', sends: ['/a'], fields: [/\none\n# two$/m] },
  },
  {
    id: 'header-repeated',
    page: '../request-files.md#header-fields',
    in: { 'rest-client': 'A header field that is repeated is joined by commas.' },
    here: 'It is sent as often as it is written.',
    example: { file: 'GET HOST/a\nX-A: 1\nX-A: 2\n', sends: ['/a'], fields: [/x-a: 1\r\nx-a: 2/i] },
  },
  {
    id: 'missing-body-file',
    page: '../request-files.md#body-from-a-file',
    in: { 'rest-client': 'A missing file of `< file` sends the line itself.' },
    here: 'It is an error, and nothing is sent.',
    example: { file: 'POST HOST/a\n\n< ./missing.json\n', sends: [], exit: 3, prints: ['missing.json'] },
  },
  {
    id: 'console-variables',
    page: '../variables.md#use-a-variable',
    in: { console: '`${name}` in a URL and `"${name}"` in a body are variables.' },
    here: '`{{name}}` is. `${name}` in a URL is not sent unless you insist; in a body it is sent as it is.',
    example: { file: 'GET HOST/${name}\n', sends: [], exit: 3, prints: ['${name}'] },
  },
  {
    id: 'checked',
    page: '../checking.md',
    in: {
      console: 'Nothing is checked but the JSON.',
      postman: 'Requests are sent unchecked.', bruno: 'Requests are sent unchecked.', insomnia: 'Requests are sent unchecked.', 'thunder-client': 'Requests are sent unchecked.', hurl: 'Requests are sent unchecked.',
      'rest-client': 'Requests are sent unchecked.',
    },
    here: 'Paths, parameters, header fields and bodies are checked, and an error stops the sending unless you insist.',
    example: {
      file: 'PUT HOST/_security/api_key\n\n{ "name": 1 }\n',
      files: { 'rulebook.json': '{"endpoints":{"a":{"service":"search-cluster","baseUrl":"HOST","authentication":{"type":"none"}}}}' },
      sends: [],
      exit: 3,
      prints: ['1 error'],
    },
  },
  {
    id: 'one-file',
    page: '../sending.md#credentials',
    in: { postman: 'The authorization of a collection or folder.', console: 'Your session in the browser.' },
    here: 'The credential of an endpoint, for all requests below its base URL. It is in no file of the project.',
    example: {
      file: 'GET /\n',
      files: {
        'rulebook.json':
          '{"endpoints":{"a":{"service":"search-cluster","baseUrl":"HOST","authentication":{"type":"bearer"}}}}',
      },
      command: ['run', 'a.http', '--endpoint', 'a', '--trust-endpoint', 'a'],
      env: { RULEBOOK_CREDENTIAL_A: 'kept-token' },
      sends: ['/'],
      fields: [/^authorization: Bearer kept-token$/im],
    },
  },
  {
    id: 'live-names',
    page: '../editing.md#names-that-the-service-knows',
    in: { console: 'Suggestions of live index and field names, fetched by a timer' },
    here: 'VS Code asks the endpoint of the request when a name is wanted, at most once a minute; not a protected one, and not from a workspace that is not trusted. The command line never asks.',
    example: {
      file: 'GET /\n',
      files: { 'rulebook.json': '{"endpoints":{"a":{"service":"search-cluster","baseUrl":"HOST"}},"defaults":{"search-cluster":"a"}}' },
      command: ['complete', 'a.http:1:6'],
      sends: [],
    },
  },
];
