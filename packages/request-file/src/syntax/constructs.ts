import { expressionOf } from '@rulebook/text/expressions';

/**
 * The table of constructs: what a line of a request file can be besides header fields and bodies. Splitting (`split-blocks.ts`), reading
 * (`reading.ts`), the grammar (`tools/docs/grammar.mjs`), completion and the pages take what they know of a construct from its row.
 */
interface ConstructRow {
  readonly kind: string;
  /** The literal texts of which one is at the start, behind white space if `begins` allows it. */
  readonly starts: readonly string[];
  /** What begins the line. Only what JavaScript and Oniguruma read alike, since the grammar takes it, too. */
  readonly begins: RegExp;
  /** Absent: it ends with its line. */
  readonly ends?: ConstructEnd;
  readonly where: readonly [Place, ...Place[]];
  /** One sentence. */
  readonly does: string;
  /** What Rulebook does not do with it; absent for what it carries out. */
  readonly lacks?: Lack;
  /** How other tools write it, as their pages in docs/coming-from say it. */
  readonly from: Readonly<Partial<Record<Tool, string>>>;
  /** The scopes of what `begins` matches and of the rest of the line, without `.http`; `#name` is a pattern of the grammar's template. */
  readonly colour: readonly [begin: string, rest?: string];
  /** Lines that are right at the first of its places. */
  readonly example: string;
}

/**
 * Where a construct can be: on any line, above a request line, in the place of one, among the header fields, in a body, or behind a request and
 * between two.
 */
export type Place = 'everywhere' | 'above' | 'request' | 'head' | 'body' | 'behind';

type Tool = 'rest-client' | 'jetbrains' | 'httpyac' | 'console' | 'postman';

/** Rulebook does not *does* *what*. */
interface Lack {
  readonly does: string;
  /** What the construct is called in messages. */
  readonly what: string;
  /** Without it, a different or an unwanted request would be sent, which needs a confirmation. */
  readonly changesRequest?: true;
}

/** What closes a construct of several lines. */
export interface ConstructEnd {
  readonly mark: string;
  /** A line with it, below the first one. */
  readonly line: RegExp;
  /** A first line that closes it, too; absent: none does. */
  readonly firstLine?: RegExp;
}

const endOfScript: ConstructEnd = { mark: '%}', line: /%\}/, firstLine: /%\}/ };

/** Methods that begin a request in capitals, whatever is behind them. */
export const usualMethods = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT';
/** Methods that begin a request only in capitals and with a target that looks like one, since prose may begin with such a word, too. */
const furtherMethods =
  'PROPFIND|PROPPATCH|MKCOL|MKCALENDAR|COPY|MOVE|LOCK|UNLOCK|CHECKOUT|CHECKIN|UNCHECKOUT|REPORT|MERGE|MKACTIVITY|MKWORKSPACE|' +
  'VERSION-CONTROL|BASELINE-CONTROL|LABEL|UPDATE|ORDERPATCH|ACL|SEARCH|BIND|REBIND|UNBIND|LINK|UNLINK|PURGE|M-SEARCH|NOTIFY|' +
  'SUBSCRIBE|UNSUBSCRIBE|GRAPHQL|GRPC|WSS?|WEBSOCKET|SSE|EVENTSOURCE|MQTT|AMQP|KAFKA|RSOCKET|STOMP';

const table = [
  {
    kind: 'separator',
    starts: ['###'],
    begins: /^\s*###+/,
    where: ['everywhere'],
    does: 'Begins the next request. The words behind it are its title.',
    from: {
      'rest-client': '`###` between requests',
      jetbrains: '`###` with a title',
      httpyac: '`###` with a title, and requests without `###`',
      console: 'Requests without separators',
    },
    colour: ['punctuation.definition.heading', 'entity.name.section'],
    example: '### Create a key',
  },
  {
    kind: 'comment',
    starts: ['#', '//'],
    begins: /^\s*(?:#(?!##)|\/\/)/,
    where: ['everywhere'],
    does: 'Says something to readers, or to Rulebook by a directive `# @name`.',
    from: {
      'rest-client': 'Comments with `#` and `//`',
      jetbrains: 'Comments with `#`, `//`',
      httpyac: 'Comments with `#`, `//`',
      console: '`#`, `//`',
    },
    colour: ['punctuation.definition.comment'],
    example: '# For the nightly backup',
  },
  {
    kind: 'block-comment',
    starts: ['/*'],
    begins: /^\s*\/\*(?=[\s*]|$)/,
    ends: { mark: '*/', line: /\*\/(?!\*)/ },
    where: ['everywhere'],
    does: 'Says something to readers; whole requests may be in it.',
    from: { jetbrains: '`/* … */`', httpyac: '`/* … */`', console: '`/* … */`' },
    colour: ['comment.block'],
    example: '/* Not now:\nGET /_security/user\n*/',
  },
  {
    kind: 'definition',
    starts: ['@'],
    // httpYac also writes `:=`, for a value that is filled in where it is used.
    begins: /^(\s*@)([^\s=]+?)\s*:?=/,
    where: ['above', 'behind'],
    does: 'Defines a variable of the file, which `{{name}}` stands for.',
    from: { 'rest-client': '`@name = value`', jetbrains: '`@name = value`', httpyac: '`@name = value`' },
    colour: ['punctuation.definition.variable', 'variable.other.definition'],
    example: '@user = ann',
  },
  {
    kind: 'request',
    starts: [],
    begins: expressionOf(
      `^(?:(?:${usualMethods})(?=[ \\t]+\\S)|(?:${furtherMethods})(?=[ \\t]+(?:[/{_.]|[^\\s]*(?:/|:\\d|\\.[a-z]))))`,
    ),
    where: ['request'],
    does: 'Begins a request, also without `###`.',
    from: {},
    colour: ['keyword.control.method', 'string.unquoted.target'],
    example: 'DELETE http://localhost/items/5',
  },
  {
    kind: 'curl',
    starts: ['curl', 'CURL'],
    begins: /^\s*[Cc][Uu][Rr][Ll](?=\s)/,
    where: ['request'],
    does: 'Is a request, sent as the command says.',
    from: {
      'rest-client': '`curl` commands in the file',
      jetbrains: 'A pasted `curl` command becomes a request',
      console: 'A pasted `curl` command',
      postman: 'Import of a `curl` command',
    },
    colour: ['keyword.control.command'],
    example: 'curl -X DELETE http://localhost/items/5',
  },
  {
    kind: 'response',
    starts: ['HTTP/'],
    begins: /^HTTP\/[\d.]+(?=\s+\d{3}\b)/,
    where: ['behind'],
    does: 'Begins a recorded response, which is checked and never sent.',
    from: {},
    colour: ['keyword.other.version', 'constant.numeric.status'],
    example: 'HTTP/1.1 204 No Content',
  },
  {
    kind: 'assert',
    starts: ['??'],
    begins: /^\s*\?\?(?=\s|$)/,
    where: ['behind'],
    does: 'Says what the response of the request must be.',
    from: { httpyac: '`?? status == 200`, with `header`, `body` and `duration`' },
    colour: ['keyword.operator.expectation', '#assert-words'],
    example: '?? status == 200',
  },
  {
    kind: 'request-script',
    starts: ['<'],
    begins: /^<\s*\{%/,
    ends: endOfScript,
    where: ['above', 'behind'],
    does: 'Runs a script before the request is sent.',
    from: { jetbrains: '`< {% … %}`' },
    colour: ['keyword.control.script', '#script'],
    example: '< {% request.variables.set("a", 1); %}',
  },
  {
    kind: 'request-script',
    starts: ['<'],
    begins: /^<(?=\s+\S+\.[cm]?[jt]s\s*$)/,
    where: ['above'],
    does: 'Runs the script of a file before the request is sent.',
    from: {},
    colour: ['keyword.control.redirect', 'string.unquoted.path'],
    example: '< ./before.js',
  },
  {
    kind: 'response-script',
    starts: ['>'],
    begins: /^>\s*\{%/,
    ends: endOfScript,
    where: ['behind'],
    does: 'Runs a script with the response.',
    from: { jetbrains: '`> {% … %}`', httpyac: '`> {% … %}`' },
    colour: ['keyword.control.script', '#script'],
    example: '> {%\n  client.global.set("id", response.body.id);\n%}',
  },
  {
    kind: 'response-script',
    starts: ['>'],
    begins: /^>(?=\s+\S+\.(?:[cm]?[jt]s|lua|http)\s*$)/,
    where: ['behind'],
    does: 'Runs the script of a file with the response.',
    from: { jetbrains: '`> file.js`' },
    colour: ['keyword.control.redirect', 'string.unquoted.path'],
    example: '> ./after.js',
  },
  {
    kind: 'inline-script',
    starts: ['{{'],
    begins: /^\{\{(?:@\w+|\+\w*)?(?=\s*$)/,
    ends: { mark: '}}', line: /^\}\}\s*$/ },
    where: ['above', 'behind'],
    does: 'Runs a script before the request is sent, or behind it with the response.',
    from: { httpyac: '`{{ … }}` blocks with `exports`, `test`, `response.parsedBody`' },
    colour: ['punctuation.section.embedded.begin', '#script'],
    example: '{{\n  exports.id = 5;\n}}',
  },
  {
    kind: 'output-file',
    starts: ['>>'],
    // `>>` also begins a quotation inside a quotation, as in mails.
    begins: /^>>(?:!(?=\s*\S)|(?=\s*(?=\S*[./{])\S+\s*$))/,
    where: ['behind'],
    does: 'Writes the body of the response to a file; `>>!` replaces one that exists.',
    from: { jetbrains: '`>> file`, `>>! file`', httpyac: '`>> file`, `>>! file`' },
    colour: ['keyword.control.redirect', 'string.unquoted.path'],
    example: '>> ./answer.json',
  },
  {
    kind: 'earlier-answer',
    starts: ['<>'],
    begins: /^<>(?=\s+\S)/,
    where: ['behind'],
    does: 'Names the file of an earlier response.',
    from: { jetbrains: '`<> earlier.json`' },
    colour: ['keyword.control.redirect', 'string.unquoted.path'],
    example: '<> ./earlier.json',
  },
  {
    kind: 'import',
    starts: ['import'],
    begins: /^import(?=\s+\S)/,
    where: ['above'],
    does: 'Makes the variables and the names of the requests of another file known.',
    from: { jetbrains: '`import`' },
    colour: ['keyword.control.import', 'string.unquoted.path'],
    example: 'import ./login.http',
  },
  {
    kind: 'run',
    starts: ['run'],
    begins: /^run(?=\s+\S)/,
    where: ['above'],
    does: 'Sends a request of this name, or all requests of a file.',
    from: { jetbrains: '`run #login (@a=1)`, `run other.http`' },
    colour: ['keyword.control.import', '#run-words'],
    example: 'run ./login.http',
  },
  {
    kind: 'fragment',
    starts: ['fragment'],
    begins: /^fragment(?=[ \t]+\w+[ \t]+on[ \t]+\w)/,
    ends: { mark: '}', line: /^\}\s*$/, firstLine: /\}\s*$/ },
    where: ['above'],
    does: 'Belongs to the GraphQL document of the request.',
    from: {},
    colour: ['keyword.control.graphql', '#graphql-fragment'],
    example: 'fragment Parts on User { id }',
  },
  {
    kind: 'file',
    starts: ['<'],
    begins: /^\s*<(?:(@)([\w-]*))?(?=\s+\S)/,
    where: ['body'],
    does: 'Stands for the content of a file; `<@` fills in its variables.',
    from: { 'rest-client': '`< file`, `<@ file`', jetbrains: '`< file`', httpyac: '`<`, `<@`' },
    colour: ['keyword.control.include', 'string.unquoted.path'],
    example: '< ./body.json',
  },
  {
    kind: 'service-definition',
    starts: ['proto'],
    begins: /^proto(?=\s+<)/,
    where: ['above'],
    does: 'Names the definition of a gRPC service.',
    lacks: { does: 'read', what: 'the definition of a gRPC service' },
    from: { httpyac: '`proto < file`' },
    colour: ['keyword.control.import', 'string.unquoted.path'],
    example: 'proto < ./service.proto',
  },
  {
    kind: 'graphql-import',
    starts: ['gql'],
    begins: /^gql(?=(?:[ \t]+\w+)?[ \t]+<[ \t]*\S)/,
    where: ['body'],
    does: 'Takes the GraphQL document from a file.',
    lacks: { does: 'read', what: 'the GraphQL document of the line `gql`', changesRequest: true },
    from: { httpyac: '`gql Name < file`' },
    colour: ['keyword.control.graphql', '#graphql-file'],
    example: 'gql People < ./people.gql',
  },
  {
    kind: 'spread',
    starts: ['...'],
    begins: /^\s*\.\.\.(?=\S)/,
    where: ['head'],
    does: 'Adds the header fields of a variable.',
    lacks: { does: 'add', what: 'the header fields of the line `...`', changesRequest: true },
    from: { httpyac: 'Header fields by `...name`' },
    colour: ['keyword.operator.spread', 'variable.other.readwrite'],
    example: '...commonFields',
  },
  {
    kind: 'namespace',
    starts: ['@xpath_ns'],
    begins: /^@xpath_ns(?=[ \t]+\S)/,
    where: ['above'],
    does: 'Names a namespace for the XPaths of asserts.',
    lacks: { does: 'use', what: 'the namespace of XPath (`@xpath_ns`)' },
    from: { httpyac: '`@xpath_ns a=http://example.com/`' },
    colour: ['keyword.control.import', 'string.unquoted.path'],
    example: '@xpath_ns a=http://example.com/',
  },
] as const satisfies readonly ConstructRow[];

/** A construct of request files. */
export interface Construct extends ConstructRow {
  readonly kind: ConstructKind;
}

/** What the rows of the table describe. */
export type ConstructKind = (typeof table)[number]['kind'];

/** What most tools write alike, and what readers of its own read. */
export type BasicKind = 'separator' | 'comment' | 'block-comment' | 'definition' | 'request' | 'curl' | 'response';

/** A construct that came from other tools; it is read into the list `unsupported` of a block. */
export type OtherKind = Exclude<ConstructKind, BasicKind | 'assert' | 'fragment' | 'file'>;

/** The constructs in the order in which pages list them. */
export const constructs: readonly Construct[] = table;

/** Returns the construct of a kind; of several, the first. */
export function constructNamed(kind: ConstructKind): Construct {
  return constructs.find((one) => one.kind === kind) ?? table[0];
}

/** Returns what Rulebook does not do with a construct, with a sentence about it; undefined for one that it carries out. */
export function lackOf(kind: OtherKind | 'reference'): (Lack & { readonly message: string }) | undefined {
  const lacks = kind === 'reference' ? undefined : constructNamed(kind).lacks;
  return lacks && { ...lacks, message: `Rulebook does not ${lacks.does} ${lacks.what}.` };
}
