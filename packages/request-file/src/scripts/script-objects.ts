/** Whose scripts have an object: handlers (`> {% %}`, `< {% %}`, files) or blocks (between `{{` and `}}`). */
export type ScriptKind = 'handler' | 'block';

/** Something that a script can use, by its path. */
export interface ScriptObject {
  /** For example `client.global.set`. */
  readonly path: string;
  /** What is behind the name of a function: `(name, value)`. Absent for a value. */
  readonly call?: string;
  /** One sentence. */
  readonly summary: string;
  /** Absent: both. */
  readonly in?: ScriptKind;
  /** It is there with the response only, or before the request only. */
  readonly phase?: 'request' | 'response';
}

const handler = { in: 'handler' } as const;
const block = { in: 'block' } as const;
const response = { phase: 'response' } as const;

/** All objects, in the order in which pages list them. A test holds them to what is in the box. */
export const scriptObjects: readonly ScriptObject[] = [
  {
    ...{ path: 'client.global.set', call: '(name, value)', ...handler },
    summary: 'Keeps a value for this file and others, as long as the run or the window; `{{name}}` takes it.',
  },
  {
    path: 'client.global.get',
    call: '(name)',
    ...handler,
    summary: 'Returns a value that a script has kept, or `null`.',
  },
  { path: 'client.global.isEmpty', call: '()', ...handler, summary: 'Returns whether scripts have kept nothing.' },
  { path: 'client.global.clear', call: '(name)', ...handler, summary: 'Forgets a value.' },
  { path: 'client.global.clearAll', call: '()', ...handler, summary: 'Forgets all values.' },
  {
    ...{ path: 'client.environment.get', call: '(name)', ...handler },
    summary: 'Returns the value of a variable: of a script, of the file or of the environment.',
  },
  {
    ...{ path: 'client.test', call: '(name, function)', ...handler },
    summary: 'Runs a function as a test, which fails when the function throws.',
  },
  {
    ...{ path: 'client.assert', call: '(condition, message)', ...handler },
    summary: 'Fails with the message unless the condition holds.',
  },
  { path: 'client.log', call: '(...values)', ...handler, summary: 'Writes a line into the log of the request.' },
  { path: 'client.exit', call: '()', ...handler, summary: 'Ends the script.' },
  {
    ...{ path: 'request.variables.get', call: '(name)', ...handler },
    summary: 'Returns a value that a script has set for this request, or the value of a variable.',
  },
  {
    ...{ path: 'request.variables.set', call: '(name, value)', ...handler },
    summary: 'Sets a variable for this request alone.',
  },
  { path: 'request.variables.clear', call: '(name)', ...handler, summary: 'Takes such a value away.' },
  { path: 'request.variables.clearAll', call: '()', ...handler, summary: 'Takes all such values away.' },
  {
    ...{ path: 'request.environment.get', call: '(name)', ...handler },
    summary: 'Returns the value of a variable of the environment or the file.',
  },
  { path: 'request.method', summary: 'The method.' },
  {
    ...{ path: 'request.url', call: '()', ...handler },
    summary: 'Returns the URL; `getRaw()` returns it as it is written, `tryGetSubstituted()` with its values.',
  },
  {
    ...{ path: 'request.body', call: '()', ...handler },
    summary: 'Returns the body; `getRaw()` returns it as it is written, `tryGetSubstituted()` with its values.',
  },
  {
    ...{ path: 'request.headers.findByName', call: '(name)', ...handler },
    summary: 'Returns a header field with `name`, `value()` and `getRawValue()`, or `null`.',
  },
  { path: 'request.headers.all', call: '()', ...handler, summary: 'Returns all header fields.' },
  { path: 'request.iteration', call: '()', ...handler, summary: 'Returns which time of a loop it is, from 0.' },
  { path: 'request.url', ...block, summary: 'The URL.' },
  { path: 'request.body', ...block, summary: 'The body as a text.' },
  { path: 'request.headers', ...block, summary: 'The header fields by their names in lower case.' },
  { path: 'response.status', ...response, summary: 'The status code.' },
  { path: 'response.statusCode', ...response, summary: 'The status code.' },
  { path: 'response.statusMessage', ...response, summary: 'The words behind the status code.' },
  {
    ...{ path: 'response.body', ...handler, ...response },
    summary: 'The value of a JSON body, or the text of another one.',
  },
  { path: 'response.body', ...block, ...response, summary: 'The body as a text.' },
  { path: 'response.parsedBody', ...response, summary: 'The value of a JSON body.' },
  { path: 'response.json', ...response, summary: 'The value of a JSON body.' },
  { path: 'response.rawBody', ...response, summary: 'The body as a text.' },
  { path: 'response.headers.valueOf', call: '(name)', ...response, summary: 'Returns a header field, or `null`.' },
  { path: 'response.headers.valuesOf', call: '(name)', ...response, summary: 'Returns all header fields of a name.' },
  { path: 'response.contentType.mimeType', ...response, summary: 'The media type, such as `application/json`.' },
  { path: 'response.contentType.charset', ...response, summary: 'The character encoding.' },
  { path: 'response.timings.total', ...response, summary: 'The time until the end of the response, in milliseconds.' },
  {
    ...{ path: 'assert', call: '(condition, message)', ...handler },
    summary:
      'Fails with the message unless the condition holds; also `assert.true`, `false`, `same`, `hasString`, and of the response `responseHas(member, value)`, `headersHas(name, value)`, `bodyHas(text)`, `jsonHas(path, value)`.',
  },
  {
    ...{ path: 'pm.test', call: '(name, function)', ...handler },
    summary: 'Of Postman: runs a function as a test, which fails when the function throws.',
  },
  {
    ...{ path: 'pm.expect', call: '(value)', ...handler },
    summary: 'Begins an assertion of the library chai: `pm.expect(value).to.equal(1)`.',
  },
  {
    ...{ path: 'pm.environment.set', call: '(name, value)', ...handler },
    summary:
      'Keeps a value as `client.global.set` does; `pm.collectionVariables`, `pm.globals` and `pm.variables` are the same.',
  },
  {
    ...{ path: 'pm.environment.get', call: '(name)', ...handler },
    summary:
      'Returns a value that a script has kept, or that of a variable; also `has`, `unset`, `clear`, `replaceIn`.',
  },
  { path: 'pm.collectionVariables.set', call: '(name, value)', ...handler, summary: 'Keeps a value.' },
  { path: 'pm.variables.get', call: '(name)', ...handler, summary: 'Returns the value of a variable.' },
  { path: 'pm.request', ...handler, summary: 'The request: `method`, `url`, `headers.get(name)`, `body.raw`.' },
  { path: 'pm.info', ...handler, summary: 'What runs: `requestName`, `eventName`, `iteration`.' },
  { path: 'pm.cookies', ...handler, summary: 'Cookies that the response sets: `get(name)`, `has(name)`.' },
  { path: 'pm.response.code', ...handler, ...response, summary: 'The status code.' },
  { path: 'pm.response.json', call: '()', ...handler, ...response, summary: 'Returns the value of a JSON body.' },
  { path: 'pm.response.text', call: '()', ...handler, ...response, summary: 'Returns the body as a text.' },
  {
    ...{ path: 'pm.response.headers.get', call: '(name)', ...handler, ...response },
    summary: 'Returns a header field.',
  },
  { path: 'pm.response.responseTime', ...handler, ...response, summary: 'How long it took, in milliseconds.' },
  {
    ...{ path: 'pm.response.to', ...handler, ...response },
    summary:
      'Begins an assertion about the response: `to.have.status(200)`, `header`, `body`, `jsonBody`; `to.be.ok`, `success`, `error`, `json`.',
  },
  { path: 'exports', ...block, summary: 'Its members are variables of the file: `exports.token = …`.' },
  { path: '$global', ...block, summary: 'Its members are values that scripts have kept.' },
  { path: 'test', call: '(name, function)', ...block, summary: 'Runs a function as a test.' },
  { path: 'test.status', call: '(code)', ...block, summary: 'Tests the status code.' },
  { path: 'test.totalTime', call: '(milliseconds)', ...block, summary: 'Tests how long the response took at most.' },
  { path: 'test.header', call: '(name, value)', ...block, summary: 'Tests a header field.' },
  { path: 'test.headerContains', call: '(name, text)', ...block, summary: 'Tests what a header field includes.' },
  { path: 'test.responseBody', call: '(value)', ...block, summary: 'Tests the whole body.' },
  { path: 'test.hasResponseBody', call: '()', ...block, summary: 'Tests that there is a body.' },
  { path: 'test.hasNoResponseBody', call: '()', ...block, summary: 'Tests that there is no body.' },
  {
    ...{ path: 'sleep', call: '(milliseconds)', ...block },
    summary: 'Lets the request wait, at most 60 seconds; write `await sleep(500)`.',
  },
  { path: 'console.log', call: '(...values)', summary: 'Writes a line into the log of the request.' },
  {
    ...{ path: 'jsonPath', call: '(value, path)' },
    summary: 'Returns the first value at a JSON path.',
  },
  {
    ...{ path: 'crypto.sha256', call: '()' },
    summary:
      'Begins a digest: `crypto.sha256().updateWithText(text).digest().toHex()`, also `md5`, `sha1`, `sha384`, `sha512` and `toBase64()`.',
  },
  {
    ...{ path: 'crypto.hmac.sha256', call: '()' },
    summary:
      'Begins a digest with a key: `crypto.hmac.sha256().withTextSecret(key).updateWithText(text).digest().toHex()`.',
  },
  { path: 'btoa', call: '(text)', summary: 'Encodes a text in Base64.' },
  { path: 'atob', call: '(text)', summary: 'Decodes a text from Base64.' },
  { path: '$random.uuid', summary: 'A new UUID.' },
  { path: '$random.integer', call: '(from, to)', summary: 'Returns an integer, below `to`.' },
  { path: '$random.float', call: '(from, to)', summary: 'Returns a number.' },
  { path: '$random.alphabetic', call: '(length)', summary: 'Returns letters.' },
  { path: '$random.alphanumeric', call: '(length)', summary: 'Returns letters and digits.' },
  { path: '$random.hexadecimal', call: '(length)', summary: 'Returns hexadecimal digits.' },
  { path: '$random.email', summary: 'A random e-mail address.' },
  {
    ...{ path: 'require', call: '(name)' },
    summary: 'Loads `assert`, `crypto` (digests only) or `uuid`; nothing else can be loaded.',
  },
];
