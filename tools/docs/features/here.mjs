// What other tools have and Rulebook has, too. Each has an example that must work: `test/docs/features.test.ts` runs it, so that no page says
// that something is there which is not, and none denies what is. HOST is a server that responses each request.

/** @type {readonly import('./feature.d.mts').Feature[]} */
export const here = [
  {
    id: 'separators',
    page: '../request-files.md#separate-requests',
    in: {
      'rest-client': '`###` between requests',
      jetbrains: '`###` with a title',
      httpyac: '`###` with a title, and requests without `###`',
      console: 'Requests without separators',
    },
    here: 'the same; a new method line is enough, except inside a text body',
    example: { file: '### One\nGET HOST/one\nGET HOST/two\n\n###\nGET HOST/three\n', sends: ['/one', '/two', '/three'] },
  },
  {
    id: 'console-files',
    page: '../request-files.md',
    in: { console: 'Files that end with `.es`' },
    here: 'request files, like those that end with `.http`',
    example: { name: 'a.es', file: 'GET HOST/one\nGET HOST/two\n', command: ['run', 'a.es', '--all'], sends: ['/one', '/two'] },
  },
  {
    id: 'kept-values',
    page: '../request-files.md#scripts-that-keep-a-value',
    in: { jetbrains: '`client.global.set` from a response, tests of `response.status`' },
    here: 'the same; or rewritten as a response reference by a quick fix, where a script only keeps a value',
    example: {
      file: 'POST HOST/token\n\n> {% client.global.set("t", response.status); %}\n\n###\nGET HOST/{{t}}\n',
      command: ['run', 'a.http', '--all'],
      sends: ['/token', '/200'],
    },
  },
  {
    id: 'scripts',
    page: '../scripts.md',
    in: {
      jetbrains: '`> {% … %}`, `< {% … %}`, `> file.js`: `client`, `request`, `response`, `crypto`',
      httpyac: '`{{ … }}` blocks with `exports`, `test`, `response.parsedBody`; `> {% … %}`',
    },
    here: 'the same, in a box that reaches nothing of the machine; `--no-scripts` leaves them out',
    example: {
      file: 'POST HOST/login\n\n> {% client.global.set("t", response.status); %}\n\n###\nGET HOST/{{t}}\n',
      command: ['run', 'a.http', '--all'],
      sends: ['/login', '/200'],
    },
  },
  {
    id: 'websocket',
    page: '../request-files.md#websocket',
    in: {
      jetbrains: '`WEBSOCKET ws://…`, messages between `===`, `=== wait-for-server`',
      httpyac: '`WS`, `WSS`, `WEBSOCKET`',
      postman: 'WebSocket requests',
    },
    here: 'the same, with asserts on the messages that come',
    example: {
      file: 'WEBSOCKET ws://PLACE/a\n\none\n===\ntwo\n',
      // The server of the examples opens no such connection; `test/cli/run/web-socket.test.ts` sends.
      command: ['explain', 'a.http'],
      prints: ['WEBSOCKET ws', 'two'],
    },
  },
  {
    id: 'names',
    page: '../request-files.md#name-a-request',
    in: {
      'rest-client': '`# @name`, `// @name`',
      jetbrains: '`# @name`, or the title as the name',
      httpyac: '`# @name`, or the title as the name',
    },
    here: 'the same; a title is a name when it is one word',
    example: {
      file: '# @name a\nGET HOST/a\n\n### b\nGET HOST/b\n',
      command: ['run', 'a.http', '--name', 'b'],
      sends: ['/b'],
    },
  },
  {
    id: 'paths',
    page: '../request-files.md#paths-and-endpoints',
    in: { console: 'Paths with or without a slash, methods in any case', jetbrains: '`Host` with a path' },
    here: 'the same; a path alone goes to an [endpoint](../configuration.md#endpoints)',
    example: {
      file: 'get one\n\n###\nGET /two\nHost: PLACE\n',
      files: {
        'rulebook.json':
          '{"endpoints":{"a":{"service":"search-cluster","baseUrl":"HOST","authentication":{"type":"none"}}},"defaults":{"search-cluster":"a"}}',
      },
      command: ['run', 'a.http', '--all', '--endpoint', 'a'],
      sends: ['/one', '/two'],
    },
  },
  {
    id: 'query-lines',
    page: '../request-files.md#query-over-several-lines',
    in: {
      'rest-client': '`?` and `&` lines that continue the query',
      jetbrains: 'A query over several indented lines',
      httpyac: 'A query over several lines',
    },
    here: 'the same',
    example: { file: 'GET HOST/a\n  ?b=1\n  &c=2\n\n###\nGET HOST/d?\n    e=1&\n    f=2\n', sends: ['/a?b=1&c=2', '/d?e=1&f=2'] },
  },
  {
    id: 'file-variables',
    page: '../variables.md#variables-of-the-file',
    in: {
      'rest-client': '`@name = value`, `{{name}}`, `{{%name}}`',
      jetbrains: '`@name = value`, `{{name}}`',
      httpyac: '`@name = value`, `{{name}}`',
      postman: '`{{name}}` in URLs, header fields and bodies',
    },
    here: 'the same, for the whole file; defined again, it counts from there',
    example: { file: '@one = a b\nGET HOST/{{%one}}\n\n###\n@one = 2\nGET HOST/{{one}}\n', sends: ['/a%20b', '/2'] },
  },
  {
    id: 'dynamic-variables',
    page: '../variables.md#system-variables',
    in: {
      'rest-client': '`$guid`, `$timestamp`, `$datetime`, `$randomInt`, `$processEnv`, `$dotenv` …',
      jetbrains: '`$uuid`, `$isoTimestamp`, `$random.…`, `{{$env.NAME}}` …',
      httpyac: '`$guid`, `$datetime`, `$random.uuid`, `$processEnv`, `$input`, `$pick` …',
    },
    here: 'the same; one without a value is not an empty text, and nothing is sent',
    example: { file: 'GET HOST/{{$guid}}/{{$timestamp}}/{{$random.integer(1, 9)}}\n', sends: [/^\/[\da-f-]{36}\/\d+\/\d$/] },
  },
  {
    id: 'environments',
    page: '../variables.md#environments',
    in: {
      'rest-client': '`rest-client.environmentVariables` with `$shared`',
      jetbrains: '`http-client.env.json`, `http-client.private.env.json`',
      httpyac: '`http-client.env.json` and the private file, in all folders above',
      postman: 'Environments',
    },
    here: 'environment files are read as they are, in the editor and by `--env`; settings of REST Client can be [converted](../variables.md#convert-rest-clients-environments)',
    example: {
      file: 'GET {{base}}/{{id}}\n',
      files: {
        'http-client.env.json': '{"dev":{"base":"HOST"}}',
        'http-client.private.env.json': '{"dev":{"id":"7"}}',
      },
      command: ['run', 'a.http', '--env', 'dev'],
      sends: ['/7'],
    },
  },
  {
    id: 'chains',
    page: '../variables.md#values-of-earlier-responses',
    in: {
      'rest-client': '`{{login.response.body.$.token}}`, `.headers.X`, `.request.…`',
      jetbrains: 'A value of a response in a later request',
      httpyac: 'A value of a response in a later request',
      postman: 'A value of a response in a later request',
    },
    here: '`{{login.response.body.$.token}}`, with JSON paths; no script is needed',
    example: {
      file: '# @name login\nPOST HOST/token\n\n###\nGET HOST/me/{{login.response.body.$.token}}\n',
      sends: ['/token', '/me/t-1'],
    },
  },
  {
    id: 'values-of-own-responses',
    page: '../variables.md#values-of-earlier-responses',
    in: { httpyac: '`@id = {{response.parsedBody.id}}` behind a request; `{{getUser.id}}` for `# @name getUser`' },
    here: 'the same, for members, header fields and the status; expressions are not evaluated',
    example: {
      file: 'POST HOST/token\n\n{}\n\n@token = {{response.parsedBody.token}}\n\n###\nGET HOST/me/{{token}}\n',
      sends: ['/token', '/me/t-1'],
    },
  },
  {
    id: 'bodies',
    page: '../request-files.md#bodies',
    in: {
      'rest-client': '`< file`, `<@ file`, multipart, forms, GraphQL',
      jetbrains: '`< file`, multipart, forms, GraphQL',
      httpyac: '`<`, `<@`, multipart, forms, GraphQL, no blank line before a body',
      console: 'The body on the next line, `GET` with a body, lines of JSON',
      postman: 'JSON, form, multipart, GraphQL and file bodies',
    },
    here: 'the same; a file that is missing is an error, and nothing is sent',
    example: { file: 'POST HOST/a\n< ./b.json\n\n###\nGET HOST/c\n{ "d": 1 }\n', files: { 'b.json': '{}' }, sends: ['/a', '/c'] },
  },
  {
    id: 'comments',
    page: '../request-files.md#comments-in-a-json-body',
    in: {
      'rest-client': 'Comments with `#` and `//`',
      jetbrains: 'Comments with `#`, `//`, `/* … */`',
      httpyac: 'Comments with `#`, `//`, `/* … */`',
      console: '`#`, `//` and `/* … */`, also inside of JSON; `"""` strings',
    },
    here: 'the same; comments in JSON are not sent, a text body is sent as it is',
    example: {
      file: '// one\nPOST HOST/a\n{ "b": """c""" } # two\n',
      sends: ['/a'],
    },
  },
  {
    id: 'curl-commands',
    page: '../request-files.md#other-protocols-and-curl',
    in: { 'rest-client': '`curl` commands in the file', jetbrains: 'A pasted `curl` command becomes a request', console: 'A pasted `curl` command', postman: 'Import of a `curl` command' },
    here: 'sent as curl sends it, checked, and converted to a request and back; a pasted one becomes a request',
    example: { file: "curl -X POST HOST/a -d 'b=1'\n", sends: ['/a'] },
  },
  {
    id: 'imports',
    page: '../request-files.md#requests-of-other-files',
    in: { jetbrains: '`import`, `run #login (@a=1)`, `run other.http`', httpyac: '`# @import`, `# @ref`, `# @forceRef`', postman: 'Requests of a folder before another one' },
    here: 'the same',
    example: {
      file: 'import ./b.http\n\n###\nrun #two\n',
      files: { 'b.http': '# @name two\nGET HOST/two\n' },
      sends: ['/two'],
    },
  },
  {
    id: 'directives',
    page: '../request-files.md#directives',
    in: {
      'rest-client': '`# @no-redirect`, `# @no-cookie-jar`, `# @note`, `# @prompt`',
      jetbrains: '`# @no-redirect`, `# @no-cookie-jar`, `# @no-log`, `# @timeout`, `# @connection-timeout`',
      httpyac: '`# @loop for`, also over a list, `# @disabled`, also with a plain condition, `# @note`, `# @sleep`, `# @timeout`, `# @ratelimit`, `# @noRedirect`',
    },
    here: 'the same',
    example: { file: '# @loop for item of [1, 2]\n# @ratelimit max 100 expire 10\nGET HOST/a\n\n###\n# @disabled\nGET HOST/b\n', sends: ['/a', '/a'] },
  },
  {
    id: 'response-files',
    page: '../request-files.md#files-for-a-response',
    in: { jetbrains: '`>> file`, `>>! file`, `<> earlier.json`', httpyac: '`>> file`, `>>! file`, `# @save`' },
    here: '`>>` writes the body of the response; `<>` has lenses that open the file and compare it',
    example: { file: 'GET HOST/a\n\n>> ./out.json\n', sends: ['/a'], prints: ['The body was written to'] },
  },
  {
    id: 'asserts',
    page: '../asserts.md',
    in: { httpyac: '`?? status == 200`, with `header`, `body` and `duration`', jetbrains: 'JUnit reports of a run', postman: 'Tests of a response' },
    here: 'lines `?? status == 200`, in the Test Explorer, on the command line, and as a JUnit report',
    example: {
      file: 'GET HOST/a\n\n?? status == 201\n',
      command: ['run', 'a.http', '--report', 'report.xml'],
      sends: ['/a'],
      exit: 1,
      prints: ['?? status == 201'],
    },
  },
  {
    id: 'markdown',
    page: '../markdown.md',
    in: { 'rest-client': 'Requests in Markdown files', httpyac: 'Requests in Markdown files' },
    here: 'fenced blocks `http` are checked and sent where they are',
    example: { file: '# Notes\n\n```http\nGET HOST/a\n```\n', name: 'a.md', sends: ['/a'] },
  },
  {
    id: 'basic-digest',
    page: '../sending.md#other-kinds-of-credentials',
    in: {
      'rest-client': '`Authorization: Basic user:password`; Digest',
      jetbrains: '`Authorization: Basic user password`; Digest',
      httpyac: '`Authorization: Basic user:password`; Digest',
      postman: 'Authorization: basic, bearer, digest, API key',
    },
    here: 'Basic is encoded in the same way; Digest is the authentication of an endpoint',
    example: { file: 'GET HOST/a\nAuthorization: Basic user:password\n', sends: ['/a'], fields: [/^authorization: Basic dXNlcjpwYXNzd29yZA==$/im] },
  },
  {
    id: 'data-files',
    page: '../request-files.md#repeat-a-request',
    in: { postman: 'Runs over a file of data' },
    here: '`# @for file users.csv`: CSV, JSON and lines of JSON',
    example: {
      file: '# @for file users.csv\nGET HOST/{{name}}/{{row.id}}\n',
      files: { 'users.csv': 'id;name\n1;ann\n2;"be;n"\n' },
      command: ['run', 'a.http'],
      sends: ['/ann/1', '/be;n/2'],
    },
  },
  {
    id: 'aws',
    page: '../sending.md#other-kinds-of-credentials',
    in: { 'rest-client': '`Authorization: AWS …`', httpyac: '`Authorization: AWS …`', postman: 'AWS signatures' },
    here: 'the same; or the authentication `aws` of an endpoint, whose key is kept',
    example: {
      file: 'GET HOST/a\nAuthorization: AWS AKIDEXAMPLE secret region:eu-central-1 service:es\n',
      sends: ['/a'],
      fields: [/^authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/es\/aws4_request/im],
    },
  },
  {
    id: 'oauth2',
    page: '../sending.md#other-kinds-of-credentials',
    in: { jetbrains: 'OAuth 2: client credentials, device, authorization code, refresh', httpyac: 'OAuth 2: client credentials, device, authorization code, refresh', postman: 'OAuth 2: client credentials, authorization code' },
    here: 'the authentication of an endpoint; the token is got when a request needs it, and kept',
    example: {
      file: 'GET /a\n',
      files: {
        'rulebook.json':
          '{"endpoints":{"a":{"service":"search-cluster","baseUrl":"HOST","authentication":{"type":"oauth2","tokenUrl":"HOST/oauth","clientId":"me"}}}}',
      },
      command: ['run', 'a.http', '--endpoint', 'a', '--trust-endpoint', 'a'],
      env: { RULEBOOK_CREDENTIAL_A: 'client-secret' },
      sends: ['/oauth', '/a'],
      fields: [/^authorization: Bearer t-1$/im],
    },
  },
  {
    id: 'client-certificates',
    page: '../sending.md#tls',
    in: { 'rest-client': 'Client certificates', jetbrains: 'Client certificates', httpyac: 'Client certificates', postman: 'Client certificates' },
    here: '`clientCertificate` of an endpoint, or `--cert` and `--key`',
    example: { command: ['run', '--help'], prints: ['--cert <file>'] },
  },
  {
    id: 'copy-as',
    page: '../in-and-out.md',
    in: { 'rest-client': 'Generate code, copy as `curl`', jetbrains: 'Copy as `curl`, generate code', console: 'Copy as `curl` or as code', postman: 'Code generation' },
    here: '**Copy Request As…**: curl, PowerShell, fetch, Python, or a call of the official client; `rulebook curl`',
    example: { file: 'GET HOST/a\n', command: ['curl', 'a.http'], prints: ['curl', '/a'], editor: ['rulebook.copyAs'] },
  },
  {
    id: 'import-collection',
    page: '../in-and-out.md#import-a-postman-collection',
    in: { postman: 'Collections' },
    here: 'imported as a request file; HAR recordings and curl commands, too',
    example: {
      files: {
        'c.json':
          '{"info":{"name":"c","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[{"name":"One","request":{"method":"GET","url":"https://example.com/one"}}]}',
      },
      command: ['import', 'c.json'],
      prints: ['GET https://example.com/one'],
    },
  },
  {
    id: 'previews',
    page: '../responses.md#work-with-a-response',
    in: { 'rest-client': 'HTML and image preview', jetbrains: 'Images and HTML of a response', postman: 'Preview of a response' },
    here: '**Preview Response**',
    example: { editor: ['rulebook.previewResponse'] },
  },
  {
    id: 'history',
    page: '../responses.md#history',
    in: { 'rest-client': 'History, send again, cancel', jetbrains: 'Responses of each request are kept', console: 'History', httpyac: 'History', postman: 'History' },
    here: '**Show Request History…** with requests and responses, secrets masked; compare any two',
    example: { editor: ['rulebook.showHistory', 'rulebook.rerunLast', 'rulebook.cancelSend', 'rulebook.compareHistory'] },
  },
  {
    id: 'cookies',
    page: '../sending.md#cookies',
    in: { 'rest-client': 'Cookies are kept and sent back', jetbrains: 'Cookies are kept and sent back', httpyac: 'Cookies are kept and sent back', postman: 'Cookies, redirects, timeouts' },
    here: 'the same, for the open window or the run',
    example: { editor: ['rulebook.showCookies', 'rulebook.clearCookies'], file: 'GET HOST/cookie\n\n###\nGET HOST/b\n', sends: ['/cookie', '/b'], fields: [/^cookie: a=1$/im] },
  },
  {
    id: 'keys',
    page: '../keyboard.md#keys-of-other-extensions',
    in: { 'rest-client': 'Its keys: `Ctrl+Alt+R` and others', httpyac: 'Its keys: `Ctrl+Alt+R` and others' },
    here: 'the setting `rulebook.keymap` adds them; `Ctrl+Enter` sends in any case',
    example: { editor: ['rulebook.send', 'rulebook.rerunLast', 'rulebook.copyAs'] },
  },
  {
    id: 'environment-switch',
    page: '../variables.md#environments',
    in: { 'rest-client': 'Switch environment', jetbrains: 'Run with an environment', httpyac: 'Switch environment' },
    here: '**Select Environment…**, or the status bar',
    example: { editor: ['rulebook.selectEnvironment'] },
  },
  {
    id: 'openapi',
    page: '../services.md',
    in: { jetbrains: 'Completion and checks by OpenAPI', postman: 'Checks by OpenAPI' },
    here: 'any OpenAPI 3 or Swagger 2.0 file: paths, queries, bodies and responses',
    example: {
      file: '# @endpoint shop\nGET /orders?limitt=1\n',
      files: {
        'shop.yaml':
          'openapi: 3.0.3\ninfo: { title: Shop, version: "1" }\npaths:\n  /orders:\n    get:\n      parameters: [{ name: limit, in: query, schema: { type: integer } }]\n      responses: { "200": { description: Orders } }\n',
        'rulebook.json':
          '{"services":{"shop":{"description":"./shop.yaml"}},"endpoints":{"shop":{"service":"shop","baseUrl":"HOST"}}}',
      },
      command: ['check', 'a.http'],
      exit: 'any',
      prints: ['limit'],
    },
  },
  {
    id: 'several',
    page: '../sending.md#send-from-the-editor',
    in: { 'rest-client': 'Send the selected requests', console: 'Several requests at once', postman: 'A run of the whole collection' },
    here: '**Send All Requests of the File**, the selected ones, or `rulebook run --all`',
    example: { file: 'GET HOST/a\n\n###\nGET HOST/b\n', sends: ['/a', '/b'], editor: ['rulebook.sendAll'] },
  },
  {
    id: 'formatting',
    page: '../editing.md',
    in: { console: 'Auto-indent', jetbrains: 'Reformat', httpyac: 'Format' },
    here: 'Format Document, on save, or `rulebook format`',
    example: { file: 'POST HOST/a\n\n{"b":1,\n"c":2}\n', command: ['format', 'a.http', '--check'], exit: 1, prints: ['a.http'] },
  },
];
