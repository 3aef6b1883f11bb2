/** Formats that people name in the place of a description, with what to do. */
const formats: readonly { readonly name: RegExp; readonly text: RegExp; readonly message: string }[] = [
  {
    name: /\.raml$/i,
    text: /^\uFEFF?#%RAML\b/,
    message: 'This file is RAML. Convert it to OpenAPI with a tool for RAML, and name the result.',
  },
  {
    name: /\.proto$/i,
    text: /^[ \t]*syntax[ \t]*=[ \t]*["']proto[23]["']/m,
    message:
      'This file defines messages of Protocol Buffers. If a gateway offers them by HTTP, let it write an OpenAPI file, and name that.',
  },
  {
    name: /\.(?:graphqls?|gql)$/i,
    text: /^(?:type|schema|input|interface|extend|scalar)\b[^:\n]*$/m,
    message:
      'This file is a schema of GraphQL, which has one path for everything. Requests of GraphQL need no description: leave it out.',
  },
  {
    name: /\.postman_collection\.json$/i,
    text: /"schema"\s*:\s*"https:\/\/schema\.(?:getpostman|postman)\.com\//,
    message: 'This file is a Postman collection. `rulebook import` makes request files of it.',
  },
  {
    name: /\.schema\.json$/i,
    text: /^\s*\{[^{}]*"\$schema"\s*:\s*"https?:\/\/json-schema\.org\//,
    message:
      'This file is a JSON Schema, which has no paths. Write an OpenAPI file that refers to it with `$ref`, and name that.',
  },
];

/** How much of a text is looked at. */
const beginning = 5_000;

/** Returns what a file is that is not a description, and what to do; undefined where that is not known. */
export function foreignFormat(name: string, text: string): string | undefined {
  const start = text.slice(0, beginning);
  const byName = formats.find((format) => format.name.test(name));
  return (byName ?? formats.find((format) => format.text.test(start)))?.message;
}
