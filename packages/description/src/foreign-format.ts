/** A format that people name in the place of a description. */
interface ForeignFormat {
  /** Absent: files of this format have no name of their own. */
  readonly name?: RegExp;
  readonly text: RegExp;
  /** What it is, and what to do. */
  readonly message: string;
}

/** In YAML, a key at the start of a line; in JSON, a key in quotation marks, or the first one of the file: `(?<![^])` is its start. */
const formats: readonly ForeignFormat[] = [
  {
    name: /\.raml$/i,
    text: /^\uFEFF?#%RAML\b/,
    message: 'This file is RAML. Convert it to OpenAPI with a tool for RAML, and name the result.',
  },
  {
    name: /\.proto$/i,
    text: /^[ \t]*(?:syntax|edition)[ \t]*=[ \t]*["'](?:proto[23]|20\d\d)["']/m,
    message:
      'This file defines messages of Protocol Buffers. If a gateway offers them by HTTP, let it write an OpenAPI file, and name that.',
  },
  {
    name: /\.(?:graphqls?|gql)$/i,
    text: /^(?:type|schema|input|interface|extend|scalar|directive)\b[^:\n]*$|"__schema"[ \t]*:/m,
    message:
      'This file is a schema of GraphQL, which has one path for everything. Name it in `graphql` of the endpoint.',
  },
  {
    name: /\.postman_collection\.json$/i,
    text: /"schema"\s*:\s*"https:\/\/schema\.(?:getpostman|postman)\.com\/|"_postman_id"\s*:/,
    message: 'This file is a Postman collection. `rulebook import` makes request files of it.',
  },
  {
    name: /\.har$/i,
    text: /^\s*\{\s*"log"\s*:\s*\{/,
    message:
      'This file is a recording (HAR). `rulebook import` makes a request file of it, and `rulebook check` checks its requests.',
  },
  {
    text: /"_type"\s*:\s*"export"|^type:[ \t]*["']?(?:collection|environment)\.insomnia\.rest\//m,
    message:
      'This file is an export of Insomnia. Export the requests there as HAR, and give that to `rulebook import`.',
  },
  {
    text: /^asyncapi[ \t]*:|(?<![^])\s*\{\s*"asyncapi"\s*:/m,
    message:
      'This file is an AsyncAPI document, which describes messages of queues and sockets. If the service also has an HTTP interface, name its OpenAPI file.',
  },
  {
    text: /^overlay[ \t]*:|(?<![^])\s*\{\s*"overlay"\s*:/m,
    message:
      'This file is an overlay, which corrects a description. Name the description here, and this file in `overlays` next to it.',
  },
  {
    text: /^arazzo[ \t]*:|(?<![^])\s*\{\s*"arazzo"\s*:/m,
    message:
      'This file is an Arazzo document, which describes sequences of requests. Name the OpenAPI file that its `sourceDescriptions` name.',
  },
  {
    name: /\.schema\.(?:json|ya?ml)$/i,
    text: /"\$schema"\s*:\s*"https?:\/\/json-schema\.org\/|^\$schema:[ \t]*["']?https?:\/\/json-schema\.org\//m,
    message:
      'This file is a JSON Schema, which has no paths. Write an OpenAPI file that refers to it with `$ref`, and name that.',
  },
  {
    name: /\.(?:wsdl|wadl|xsd)$/i,
    text: /^\uFEFF?\s*<(?:\?xml|[\w-]*:?(?:definitions|application|Edmx|schema))\b/i,
    message:
      'This file is XML, for example WSDL or WADL. Convert it to OpenAPI with a tool for that format, and name the result.',
  },
  {
    name: /\.apib$/i,
    text: /^\uFEFF?FORMAT:[ \t]*1A\b/,
    message: 'This file is an API Blueprint. Convert it to OpenAPI with a tool for it, and name the result.',
  },
  {
    name: /\.(?:tsp|smithy)$/i,
    text: /^\s*\{\s*"smithy"\s*:/,
    message: 'This file is a source of TypeSpec or Smithy. Let its compiler write an OpenAPI file, and name that.',
  },
  {
    text: /"discovery#restDescription"/,
    message: 'This file is a Google discovery document. Convert it to OpenAPI with a tool for it, and name the result.',
  },
  {
    text: /"swaggerVersion"\s*:|^swaggerVersion[ \t]*:/m,
    message:
      'This file is Swagger 1, whose parts are in several files. Convert it to OpenAPI with a tool for that version, and name the result.',
  },
];

/** How much of a text is looked at. */
const beginning = 5_000;

/** Returns what a file is that is not a description, and what to do; undefined where that is not known. */
export function foreignFormat(name: string, text: string): string | undefined {
  const start = text.slice(0, beginning);
  const byName = formats.find((format) => format.name?.test(name));
  return (byName ?? formats.find((format) => format.text.test(start)))?.message;
}
