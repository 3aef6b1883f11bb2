import type { Endpoint } from '../binding/model';
import { deployments } from '../binding/target';
import type { Deployment, ServiceId, Severity, Version } from '../catalogue/facts';
import { identities } from '../services/identities';
import { playedServers } from '../services/played-servers';
import type {
  ChoiceShape,
  FlagShape,
  ListShape,
  MapShape,
  Member,
  NameShape,
  ObjectShape,
  StringShape,
  ValueOf,
} from './shape';
import { inWords } from './shape';

// The one description of `rulebook.json`. Its reader, its schema, the settings of the same shapes and docs/configuration.md go by it.

const service: NameShape = {
  kind: 'name',
  of: 'service',
  known: identities.map(({ id }) => id),
  definedIn: 'services',
};

/** The service that examples are about. */
const exampleService = identities[0]?.id ?? '';

const deployment: ChoiceShape<Deployment> = { kind: 'choice', values: deployments };

/** What a rule can be set to. */
const severity: ChoiceShape<Severity | 'off'> = {
  kind: 'choice',
  values: ['error', 'warning', 'information', 'hint', 'off'],
};

const flag: FlagShape = { kind: 'flag' };

const baseUrl: StringShape = {
  kind: 'string',
  noun: 'an http or https URL without user name, query and fragment',
  pattern: '^[hH][tT][tT][pP][sS]?://[^/?#\\s@]+(/[^?#\\s]*)?$',
};

const version: StringShape<Version> = {
  kind: 'string',
  noun: 'two or three numbers, for example `8.15` or `8.15.0`',
  pattern: '^\\d+\\.\\d+(\\.\\d+)?$',
};

const vendor: StringShape = {
  kind: 'string',
  noun: 'a word, for example `github`',
  pattern: '^[A-Za-z][A-Za-z0-9-]*$',
};

/** A file that belongs to the project. Nothing is fetched, and what is next to the project is not read. */
const path: StringShape = {
  kind: 'string',
  noun: 'a path in the folder of `rulebook.json`, with slashes, without `..`; nothing is downloaded',
  pattern: '^(?![/~]|[A-Za-z][A-Za-z0-9+.-]*:)(?!(?:.*/)?\\.\\.(?:/|$))[^\\\\]+$',
};

const paths = { kind: 'list', items: path } satisfies ListShape;

/** A file with a certificate or a key, which is often kept outside the project. */
const pemFile: StringShape = {
  kind: 'string',
  noun: 'a path in the folder of `rulebook.json` without `..`, an absolute path, or one that begins with `~/`',
  pattern:
    '^(?:[/\\\\]|~[/\\\\]|[A-Za-z]:[/\\\\]|(?![A-Za-z][A-Za-z0-9+.-]*:|~)(?!(?:.*[/\\\\])?\\.\\.(?:[/\\\\]|$))).+$',
};

/** The longest timeout of an endpoint, in seconds: a day. */
const longestTimeout = 86_400;

/** The members of a service. */
export const serviceShape = {
  kind: 'object',
  isWhole: true,
  members: {
    description: {
      shape: path,
      required: true,
      description:
        'The file that describes the service: OpenAPI 3 or Swagger 2.0 as YAML or JSON, or `schema.json` of the Elasticsearch specification.',
      example: './openapi.yaml',
    },
    title: {
      shape: { kind: 'string', noun: 'a name for people', pattern: '\\S', maximumLength: 200 },
      description: 'What the service is called in messages.',
      absent: 'The title of the description.',
      example: 'Pet shop',
    },
    overlays: {
      shape: paths,
      description: 'OpenAPI Overlay files that correct the description, in this order.',
      absent: 'The description holds as it is.',
      example: ['./corrections.overlay.yaml'],
    },
  },
} satisfies ObjectShape;

const ownServices = {
  kind: 'map',
  of: 'service',
  values: serviceShape,
  names: {
    kind: 'string',
    noun: 'letters, digits, `-`, `_` and `.`, with a letter first',
    pattern: '^[A-Za-z][A-Za-z0-9._-]*$',
    maximumLength: 100,
  },
} satisfies MapShape;

/** The longest glob of `bodies`, in UTF-16 code units. */
export const longestGlob = 1_000;

const word: StringShape = {
  kind: 'string',
  noun: 'a text without line breaks',
  pattern: '^[^\\r\\n]+$',
  maximumLength: 500,
};

/** The members of an endpoint's authentication. */
export const authenticationShape = {
  kind: 'object',
  isWhole: true,
  members: {
    type: {
      shape: {
        kind: 'choice',
        values: ['none', 'api-key', 'bearer', 'basic', 'digest', 'oauth2'],
      } satisfies ChoiceShape<NonNullable<Endpoint['authentication']>['type']>,
      required: true,
      description:
        'The kind of credential. The credential itself (key, token, password, client secret) never is here: the editor keeps it, and the command line reads it from the environment or from its private file.',
      example: 'basic',
    },
    user: {
      shape: { kind: 'string', noun: 'a user name without a colon', pattern: '^[^:\\r\\n]+$', maximumLength: 500 },
      description: 'The user name, for `basic` and `digest`.',
      absent: 'For `basic`, the credential is `user:password`.',
      example: 'elastic',
    },
    field: {
      shape: { kind: 'string', noun: 'the name of a header field', pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
      description: 'The header field whose whole value is the key, for `api-key`.',
      absent: '`Authorization`, with the scheme `ApiKey`',
      example: 'X-Api-Key',
    },
    flow: {
      shape: {
        kind: 'choice',
        values: ['client-credentials', 'device'],
      } satisfies ChoiceShape<NonNullable<NonNullable<Endpoint['authentication']>['flow']>>,
      description: 'How a token is got, for `oauth2`. With `device`, you confirm a code in the browser.',
      absent: '`client-credentials`',
      example: 'device',
    },
    tokenUrl: {
      shape: baseUrl,
      description: 'Where tokens come from, for `oauth2`.',
      example: 'https://login.example.org/oauth2/token',
    },
    deviceUrl: {
      shape: baseUrl,
      description: 'Where the device flow begins, for `oauth2` with `device`.',
      example: 'https://login.example.org/oauth2/device',
    },
    clientId: { shape: word, description: 'The id of the client, for `oauth2`.', example: 'nightly-jobs' },
    scopes: {
      shape: { kind: 'list', items: word },
      description: 'What the token is for, for `oauth2`.',
      absent: 'What the service gives without scopes.',
      example: ['search'],
    },
    audience: {
      shape: word,
      description: 'The audience of the token, where the service needs one.',
      example: 'https://api.example.org',
    },
    clientAuthentication: {
      shape: {
        kind: 'choice',
        values: ['basic', 'body', 'none'],
      } satisfies ChoiceShape<NonNullable<NonNullable<Endpoint['authentication']>['clientAuthentication']>>,
      description:
        'How the client secret goes to the token URL: in the field `Authorization` (`basic`), in the body, or not at all, for a client without a secret.',
      absent: '`basic`',
      example: 'body',
    },
  },
} satisfies ObjectShape;

/** The members of an endpoint. */
export const endpointShape = {
  kind: 'object',
  members: {
    service: {
      shape: service,
      description: 'The service whose rules hold for the requests.',
      absent: 'None: requests are sent there, and not checked by the rules of a service.',
      example: exampleService,
    },
    baseUrl: {
      shape: baseUrl,
      required: true,
      description: 'Where the service is. The path of a request is appended.',
      example: 'https://es.example.org:9243',
    },
    version: {
      shape: version,
      description: 'The version of the service. Elements that are newer are reported.',
      absent: 'Nothing is reported as too new.',
      example: '8.15.0',
    },
    deployment: {
      shape: deployment,
      description: 'How the service is run. What this kind of deployment refuses is reported.',
      absent: 'What one kind refuses is a hint.',
      example: 'serverless',
    },
    vendor: {
      shape: vendor,
      description:
        'The vendor of the service. It turns neutral names into real ones: `X-Vendor-…` into `X-GitHub-…` for `github`.',
      absent: 'The names of the document hold.',
      example: 'github',
    },
    protected: {
      shape: flag,
      description: 'Asks before a request that changes something. `rulebook run` needs `--send-anyway` for it.',
      absent: '`false`',
      example: true,
    },
    authentication: {
      shape: authenticationShape,
      description: 'How requests prove who sends them. A credential in the request itself comes first.',
      absent: 'As the service says: an API key for a search cluster, a bearer token for a code host.',
      example: { type: 'basic', user: 'elastic' },
    },
    insecure: {
      shape: flag,
      description: "Does not verify the server's TLS certificate.",
      absent: '`false`',
      example: true,
    },
    ca: {
      shape: { kind: 'list', items: pemFile, allowsOne: true },
      description:
        'Files (PEM) with certificates of authorities that are trusted for this endpoint, in addition to the usual ones.',
      absent: 'The usual authorities, and those of `NODE_EXTRA_CA_CERTS`.',
      example: './certificates/company.pem',
    },
    clientCertificate: {
      shape: {
        kind: 'object',
        isWhole: true,
        members: {
          certificate: {
            shape: pemFile,
            required: true,
            description: 'The file (PEM) with the certificate and those between it and its authority.',
            example: '~/certificates/me.pem',
          },
          key: {
            shape: pemFile,
            required: true,
            description:
              'The file (PEM) with its private key. A passphrase is in the environment variable `RULEBOOK_PASSPHRASE_<ENDPOINT>`.',
            example: '~/certificates/me.key',
          },
        },
      },
      description: 'The certificate that Rulebook presents to this endpoint.',
      absent: 'None is presented.',
      example: { certificate: '~/certificates/me.pem', key: '~/certificates/me.key' },
    },
    proxy: {
      shape: {
        kind: 'string',
        noun: '`none`, or the URL of a proxy (`http:`, `https:`, `socks5:`) without user and password',
        pattern: '^(none|([hH][tT][tT][pP][sS]?|[sS][oO][cC][kK][sS]5[hH]?)://[^/?#\\s@]+/?)$',
      },
      description: 'The proxy for this endpoint, which comes before that of the system; `none` reaches it directly.',
      absent: 'The proxy of the system.',
      example: 'socks5://proxy.example.org:1080',
    },
    timeout: {
      shape: { kind: 'number', minimum: 0.001, maximum: longestTimeout },
      description:
        'How long a request waits for the beginning of its response, and then for each further piece, in seconds.',
      absent: 'The setting `rulebook.timeout`, or 30.',
      example: 120,
    },
    retries: {
      shape: { kind: 'number', minimum: 0, maximum: 10, isInteger: true },
      description:
        'How often a `GET`, `HEAD` or `OPTIONS` is sent again after 429, 502, 503 and 504, and after broken connections.',
      absent: '`0`',
      example: 3,
    },
  },
  forbidden: {
    names: /secret|token|credential|password|passphrase|key/i,
    reason:
      'Credentials do not belong here: the editor keeps them, and the command line reads them from the environment.',
  },
} satisfies ObjectShape;

const endpoints = { kind: 'map', of: 'endpoint', values: endpointShape } satisfies MapShape;

/** The members of an environment. Its values are in the files of environments. */
const environmentShape = {
  kind: 'object',
  members: {
    protected: {
      shape: flag,
      description:
        'Asks before a request that changes something while this environment is used, wherever it goes. `rulebook run` needs `--send-anyway` for it.',
      absent: '`false`',
      example: true,
    },
  },
} satisfies ObjectShape;

const environments = { kind: 'map', of: 'environment', values: environmentShape } satisfies MapShape;

const bodyShape = {
  kind: 'object',
  isWhole: true,
  members: {
    files: {
      shape: { kind: 'string', noun: 'a glob', pattern: '.', maximumLength: longestGlob },
      required: true,
      description:
        'A glob from the folder of `rulebook.json`. `*` and `?` stay inside a folder, `**` crosses folders, `[ab]` and `{a,b}` choose.',
      example: 'roles/*.json',
    },
    request: {
      shape: {
        kind: 'string',
        noun: 'a method and a path, for example `PUT /_security/api_key`',
        pattern: '^\\s*[A-Za-z]+\\s+\\S+\\s*$',
      },
      required: true,
      description: 'Method and path of the request; `{{name}}` stands for any word.',
      example: 'POST /_security/api_key',
    },
    at: {
      shape: { kind: 'string', noun: 'a JSON pointer, for example `/role_descriptors`', pattern: '^(/.*)?$' },
      description: 'A JSON pointer to the part of the body that the files hold; `*` stands for any key.',
      absent: 'The files hold the whole body.',
      example: '/role_descriptors',
    },
  },
} satisfies ObjectShape;

const bodies = { kind: 'list', items: bodyShape } satisfies ListShape;

/** The endpoints of services of which the file says nothing. */
export const defaultEndpoints: Readonly<Record<ServiceId, string>> = Object.fromEntries(
  playedServers.filter(({ isDefault }) => isDefault).map(({ service, endpoint }) => [service, endpoint]),
);

/** A rule, as far as a configuration names it. */
export interface NamedRule {
  readonly id: string;
  /** A sentence about it. */
  readonly description?: string;
}

/** Returns the shape of `rulebook.json`; with `rules`, the ids of others are reported. */
export function configurationShape(rules?: readonly NamedRule[]) {
  const known = rules?.map(({ id, description }) => ({ name: id, ...(description !== undefined && { description }) }));
  return {
    kind: 'object',
    members: {
      $schema: {
        shape: { kind: 'string', noun: 'the address of a JSON schema' },
        description: 'The JSON schema for editors that do not know this file. Rulebook ignores it.',
        example: './rulebook.schema.json',
      },
      services: {
        shape: ownServices,
        description:
          'Services by name that are checked by their own descriptions. Under the name of a documented service, the description lies below its documents in place of the published one.',
        absent: `The documented services: ${inWords(service.known, 'and')}.`,
        example: { shop: { description: './openapi.yaml' } },
      },
      endpoints: {
        shape: endpoints,
        description:
          'Where requests go, by name. Credentials do not belong here: the editor keeps them, and the command line reads them from the environment.',
        absent: `The endpoints of the sandbox: ${inWords(
          playedServers.map(({ endpoint }) => endpoint),
          'and',
        )}.`,
        example: { prod: { service: exampleService, baseUrl: 'https://es.example.org:9243' } },
      },
      defaults: {
        shape: {
          kind: 'map',
          of: 'service',
          values: { kind: 'string', noun: 'the name of an endpoint', pattern: '.' },
          known: service.known.map((name) => ({ name })),
          isClosed: true,
          definedIn: service.definedIn,
        },
        description: 'The endpoint of each service, for requests that name none.',
        absent: `The first endpoint of the service. Where \`endpoints\` has none at all, ${Object.entries(
          defaultEndpoints,
        )
          .map(([name, endpoint]) => `\`${endpoint}\` for \`${name}\``)
          .join(' and ')}.`,
        example: { [exampleService]: 'prod' },
      },
      environments: {
        shape: environments,
        description:
          'What holds while an environment is used, by the names of environments. Their variables are in their own files.',
        absent: 'No environment is protected.',
        example: { prod: { protected: true } },
      },
      bodies: {
        shape: bodies,
        description: 'JSON files that are bodies of requests. The first entry that fits a file counts.',
        absent: 'Files say it themselves, by `// @request` or by their names.',
        example: [{ files: 'roles/*.json', request: 'POST /_security/api_key', at: '/role_descriptors' }],
      },
      rules: {
        shape: { kind: 'map', of: 'rule', values: severity, ...(known && { known }) },
        description: 'The severity of rules by their ids; `off` silences a rule.',
        absent: 'Each rule has the severity that its page names.',
        example: { 'insecure-tls': 'error', 'absent-field': 'off' },
      },
      rulesets: {
        shape: paths,
        description: "Files with the team's own rules.",
        absent: 'Only the rules of Rulebook hold.',
        example: ['./api-rules.yaml'],
      },
    },
  } satisfies ObjectShape;
}

/** What the file says, as it is there. */
export type WrittenConfiguration = ValueOf<ReturnType<typeof configurationShape>>;

/** Members of the editor's settings that have the shapes of the file, by the names of the settings. */
export const settingMembers: Readonly<Record<string, Member>> = {
  'rulebook.endpoints': {
    shape: endpoints,
    description:
      'Endpoints by name; they come before those of `rulebook.json`. Credentials do not belong here: the editor asks for them and keeps them in its secret storage.',
    example: { prod: { service: exampleService, baseUrl: 'https://es.example.org:9243' } },
  },
  'rulebook.rules': {
    shape: { kind: 'map', of: 'rule', values: severity },
    description:
      'The severity of rules by their ids; they come before those of `rulebook.json`. `off` silences a rule.',
    example: { 'absent-field': 'off' },
  },
};
