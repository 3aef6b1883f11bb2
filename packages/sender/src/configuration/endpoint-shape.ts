import { unreadableAuthentication } from '@rulebook/checker/binding/authentication';
import type { Endpoint } from '@rulebook/checker/binding/model';
import { deployments } from '@rulebook/checker/binding/target';
import type { Deployment, Version } from '@rulebook/catalogue/facts';
import { identities } from '@rulebook/services/identities';
import type { ChoiceShape, FlagShape, NameShape, ObjectShape, StringShape } from './shape';

/** The name of a service. */
export const serviceName: NameShape = {
  kind: 'name',
  of: 'service',
  known: identities.map(({ id }) => id),
  definedIn: 'services',
};

/** The service that examples are about. */
export const exampleService = identities[0]?.id ?? '';

const deployment: ChoiceShape<Deployment> = { kind: 'choice', values: deployments };

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

/** A file with a certificate or a key, which is often kept outside the project. */
const pemFile: StringShape = {
  kind: 'string',
  noun: 'a path in the folder of `rulebook.json` without `..`, an absolute path, or one that begins with `~/`',
  pattern:
    '^(?:[/\\\\]|~[/\\\\]|[A-Za-z]:[/\\\\]|(?![A-Za-z][A-Za-z0-9+.-]*:|~)(?!(?:.*[/\\\\])?\\.\\.(?:[/\\\\]|$))).+$',
};

/** The longest timeout of an endpoint, in seconds: a day. */
const longestTimeout = 86_400;

const word: StringShape = {
  kind: 'string',
  noun: 'a text without line breaks',
  pattern: '^[^\\r\\n]+$',
  maximumLength: 500,
};

/** The members of an endpoint's authentication. */
const authenticationShape = {
  kind: 'object',
  isWhole: true,
  members: {
    type: {
      shape: {
        kind: 'choice',
        values: ['none', 'api-key', 'bearer', 'basic', 'digest', 'oauth2', 'aws'],
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
        values: ['client-credentials', 'device', 'authorization-code'],
      } satisfies ChoiceShape<NonNullable<NonNullable<Endpoint['authentication']>['flow']>>,
      description:
        'How a token is got, for `oauth2`. With `device`, you confirm a code in the browser; with `authorization-code`, you agree there, and the code comes back to this machine (with a proof key, PKCE).',
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
    authorizationUrl: {
      shape: baseUrl,
      description: 'The page where you agree, for `oauth2` with `authorization-code`.',
      example: 'https://login.example.org/oauth2/authorize',
    },
    redirectUrl: {
      shape: {
        kind: 'string',
        noun: 'a URL of this machine with a port, such as `http://127.0.0.1:8765/callback`',
        pattern: '^http://(?:127\\.0\\.0\\.1|localhost|\\[::1\\]):[1-9][0-9]{1,4}(?:/[^\\s?#]*)?$',
        maximumLength: 500,
      },
      description: 'Where the browser brings the code back to, where the service must know the whole address.',
      absent: '`http://127.0.0.1` with any free port, and the path `/callback`',
      example: 'http://127.0.0.1:8765/callback',
    },
    region: {
      shape: { kind: 'string', noun: 'a region', pattern: '^[a-z0-9-]{1,100}$' },
      description: 'The region that requests are signed for, for `aws`.',
      absent: 'As the host says, such as `search-x.eu-central-1.es.amazonaws.com`.',
      example: 'eu-central-1',
    },
    awsService: {
      shape: { kind: 'string', noun: 'the name of a service', pattern: '^[a-z0-9-]{1,100}$' },
      description: 'The name of the service that requests are signed for, for `aws`.',
      absent: 'As the host says.',
      example: 'es',
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

/** A description is of a service, which may have several endpoints. */
const describedElsewhere =
  'A description belongs to a service: write `"services": { "shop": { "description": "./openapi.yaml" } }` at the top, and `"service": "shop"` here.';

const requestFile: StringShape = {
  kind: 'string',
  noun: 'a path in the folder of `rulebook.json`, with slashes, without `..`, commas and variables',
  pattern: '^(?![/~]|[A-Za-z][A-Za-z0-9+.-]*:)(?!(?:.*/)?\\.\\.(?:/|$))[^\\\\,{}]+$',
};

/** The members of an endpoint. */
export const endpointShape = {
  kind: 'object',
  members: {
    service: {
      shape: serviceName,
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
        'The vendor of the service. It says which published description holds, such as that of `opensearch`, and turns neutral names into real ones: `X-Vendor-…` into `X-GitHub-…` for `github`.',
      absent: 'The names of the document hold, and the published description of `elasticsearch` or `github`.',
      example: 'opensearch',
    },
    protected: {
      shape: flag,
      description: 'Asks before a request that changes something. `rulebook run` needs `--send-anyway` for it.',
      absent: '`false`',
      example: true,
    },
    liveNames: {
      shape: flag,
      description:
        'Whether the editor asks the endpoint for names, such as those of indices, for completion, hovers and the rule `unknown-name`.',
      absent:
        '`true`; `false` for a protected endpoint, for a service of `rulebook.json`, and for a code host that is not on this machine.',
      example: true,
    },
    authentication: {
      shape: authenticationShape,
      description: 'How requests prove who sends them. A credential in the request itself comes first.',
      absent: 'As the service says: an API key for a search cluster, a bearer token for a code host.',
      example: { type: 'basic', user: 'elastic' },
      unreadable: unreadableAuthentication,
    },
    insecure: {
      shape: flag,
      description: "Does not verify the server's TLS certificate.",
      absent: '`false`',
      example: true,
    },
    headers: {
      shape: {
        kind: 'map',
        of: 'header field',
        names: {
          kind: 'string',
          noun: 'the name of a header field that requests can share: not `Host`, `Content-Length`, `Transfer-Encoding` or `Connection`',
          pattern:
            "^(?!(?:[Hh]ost|[Cc]ontent-[Ll]ength|[Tt]ransfer-[Ee]ncoding|[Cc]onnection)$)[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
        },
        values: {
          kind: 'string',
          noun: 'the value of a header field in one line, in which variables are filled in',
          pattern: '^[^\\r\\n]*$',
          maximumLength: 2000,
        },
      },
      description:
        'Header fields of all requests to this endpoint. A field of the same name in the request, or in `# @header` of its file, comes first.',
      absent: 'Requests have their own fields only.',
      example: { 'X-Tenant': '{{tenant}}' },
    },
    http2: {
      shape: flag,
      description: 'Offers HTTP/2 to the server, which decides. Needs TLS.',
      absent: '`false`; `HTTP/2` in a request line does it for one request.',
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
    graphql: {
      shape: {
        kind: 'string',
        noun: 'a path in the folder of `rulebook.json`, with slashes, without `..`; nothing is downloaded',
        pattern: '^(?![/~]|[A-Za-z][A-Za-z0-9+.-]*:)(?!(?:.*/)?\\.\\.(?:/|$))[^\\\\]+$',
      },
      description:
        'The file with the schema of its GraphQL: in the schema definition language, or the response to an introspection query as JSON. Documents and their variables are checked by it.',
      absent: 'Only the syntax of documents is checked.',
      example: './schema.graphql',
    },
    rights: {
      shape: {
        kind: 'string',
        noun: 'a path in the folder of `rulebook.json`, with slashes, without `..`',
        pattern: '^(?![/~]|[A-Za-z][A-Za-z0-9+.-]*:)(?!(?:.*/)?\\.\\.(?:/|$))[^\\\\]+$',
      },
      description:
        'A JSON file with the rights of the credential: a role descriptor, or the permissions of a token. Requests that they do not allow are reported.',
      absent: 'The rights are not known.',
      example: './rights/ci.json',
    },
    rightsOf: {
      shape: { kind: 'list', items: requestFile, allowsOne: true },
      description:
        'The request files that are sent with the credential, if these are all: `rights` is compared with what they need.',
      absent: 'What `rights` grants in addition is not reported.',
      example: ['./backup.http'],
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
  elsewhere: {
    description: describedElsewhere,
    descriptions: describedElsewhere,
    openapi: describedElsewhere,
    swagger: describedElsewhere,
    spec: describedElsewhere,
    url: 'Write `baseUrl`.',
  },
  forbidden: {
    names: /secret|token|credential|password|passphrase|key/i,
    reason:
      'Credentials do not belong here: the editor keeps them, and the command line reads them from the environment.',
  },
} satisfies ObjectShape;
