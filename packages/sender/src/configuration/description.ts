import type { ServiceId, Severity } from '@rulebook/catalogue/facts';
import type { SchemaUse } from '@rulebook/catalogue/service';
import { playedServers } from '@rulebook/services/played-servers';
import type { ChoiceShape, ListShape, MapShape, Member, ObjectShape, StringShape, ValueOf } from './shape';
import { quotedInWords } from './shape';
import { endpointShape, exampleService, serviceName } from './endpoint-shape';

// The one description of `rulebook.json`. Its reader, its schema, the settings of the same shapes and docs/configuration.md go by it.

/** What a rule can be set to. */
const severity: ChoiceShape<Severity | 'off'> = {
  kind: 'choice',
  values: ['error', 'warning', 'information', 'hint', 'off'],
};

/** A file that belongs to the project. Nothing is fetched, and what is next to the project is not read. */
const path: StringShape = {
  kind: 'string',
  noun: 'a path in the folder of `rulebook.json`, with slashes, without `..`; nothing is downloaded',
  pattern: '^(?![/~]|[A-Za-z][A-Za-z0-9+.-]*:)(?!(?:.*/)?\\.\\.(?:/|$))[^\\\\]+$',
};

const paths = { kind: 'list', items: path } satisfies ListShape;

/** The members of a service. */
const serviceShape = {
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
    source: {
      shape: {
        kind: 'string',
        noun: 'an http or https URL',
        pattern: '^https?://[^/?#\\s@]+(?:[/?][^#\\s]*)?$',
        maximumLength: 2000,
      },
      description:
        'Where the description was fetched from. The file is a copy, which "Refresh Description" compares with the one at the URL. Nothing is fetched by itself.',
      absent: 'The file is the description itself.',
      example: 'http://localhost:8000/openapi.json',
    },
    sha256: {
      shape: {
        kind: 'string',
        noun: 'a SHA-256 hash in hexadecimal digits',
        pattern: '^[0-9a-f]{64}$',
        maximumLength: 64,
      },
      description: 'The hash of the copy, by which a change by hand is noticed before it is replaced.',
      absent: 'Changes by hand are not noticed.',
      example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
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

const endpoints = { kind: 'map', of: 'endpoint', values: endpointShape } satisfies MapShape;

/** The members of an environment. Its values are in the files of environments. */
const environmentShape = {
  kind: 'object',
  members: {
    protected: {
      shape: { kind: 'flag' },
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
interface NamedRule {
  readonly id: string;
  /** A sentence about it. */
  readonly description?: string;
}

/** The members of a JSON Schema. */
const schemaShape = {
  kind: 'object',
  isWhole: true,
  members: {
    file: {
      shape: path,
      required: true,
      description: 'The file with the schema: JSON Schema, draft 4 to 2020-12, as JSON or YAML.',
      example: './order.schema.json',
    },
    path: {
      shape: {
        kind: 'string',
        noun: 'a glob of paths that begins with `/`',
        pattern: '^/',
        maximumLength: longestGlob,
      },
      description:
        'The paths of the requests, from the base URL of their endpoint. `*` stays inside a segment, `**` crosses segments; `/orders/**` holds for `/orders`, too.',
      absent: 'Any path.',
      example: '/orders/**',
    },
    method: {
      shape: { kind: 'string', noun: 'a method such as `POST`', pattern: '^[A-Za-z]+$' },
      description: 'The method of the requests.',
      absent: 'Any method.',
      example: 'POST',
    },
    contentType: {
      shape: { kind: 'string', noun: 'a media type such as `application/json`', pattern: '^[^\\s/;]+/[^\\s/;]+$' },
      description: 'What the field `Content-Type` of the request or of the response says, without its parameters.',
      absent: 'Any type.',
      example: 'application/vnd.order+json',
    },
    of: {
      shape: { kind: 'choice', values: ['request', 'response'] } satisfies ChoiceShape<NonNullable<SchemaUse['of']>>,
      description: 'Whether bodies of requests or of recorded responses are meant.',
      absent: 'Both.',
      example: 'request',
    },
  },
} satisfies ObjectShape;

const schemas = {
  kind: 'map',
  of: 'schema',
  values: schemaShape,
  names: ownServices.names,
} satisfies MapShape;

/** What is masked by its name. */
const names = {
  kind: 'list',
  items: {
    kind: 'string',
    noun: 'a name of at least three letters, digits, `-`, `_` and `.`',
    pattern: '^[A-Za-z][\\w.-]{2,59}$',
  },
} satisfies ListShape;

const secretNames = {
  kind: 'object',
  members: {
    masked: {
      shape: names,
      description:
        'Their values are masked wherever secrets are. Upper and lower case, `-`, `_` and `.` make no difference.',
      absent: 'No further name is masked.',
      example: ['customer_pin'],
    },
    shown: {
      shape: names,
      description:
        'Their values are shown where the editor shows a response. Credentials that were sent stay masked, and so does everything in the history, in logs, in reports and on the command line.',
      absent: 'All names that sound like secrets are masked.',
      example: ['token'],
    },
  },
} satisfies ObjectShape;

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
        absent: `The documented services: ${quotedInWords(serviceName.known, 'and')}.`,
        example: { shop: { description: './openapi.yaml' } },
      },
      endpoints: {
        shape: endpoints,
        description:
          'Where requests go, by name. Credentials do not belong here: the editor keeps them, and the command line reads them from the environment.',
        absent: `The endpoints of the sandbox: ${quotedInWords(
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
          known: serviceName.known.map((name) => ({ name })),
          isClosed: true,
          definedIn: serviceName.definedIn,
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
      schemas: {
        shape: schemas,
        description:
          'JSON Schemas by name, for bodies of a path or content type. The first one that fits counts. Documents of a service come before it; a description does not.',
        absent: 'Bodies are checked by documents and descriptions only.',
        example: { order: { file: './order.schema.json', path: '/orders/**', method: 'POST' } },
      },
      secretNames: {
        shape: secretNames,
        description:
          'Names of members, header fields and variables that are secrets, in addition to those that sound like one, and names that sound like one and are none.',
        absent: 'Names that sound like secrets are masked.',
        example: { masked: ['customer_pin'], shown: ['token'] },
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
