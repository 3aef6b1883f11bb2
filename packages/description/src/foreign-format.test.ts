import { describe, expect, it } from 'vitest';
import { compileOwnDescription } from './own-description';

const problemOf = (name: string, text: string) => {
  const { compiled, problems } = compileOwnDescription({ name, text, read: () => ({ cause: 'not there' }) });
  expect(compiled).toBeUndefined();
  return problems.map(({ message }) => message);
};

describe('a file of another format', () => {
  it.each([
    ['api.raml', '#%RAML 1.0\ntitle: Shop\n', 'This file is RAML.'],
    ['shop.yaml', '#%RAML 1.0\ntitle: Shop\n', 'This file is RAML.'],
    ['shop.proto', 'syntax = "proto3";\nmessage Cart {\n  string id = 1;\n}\n', 'Protocol Buffers'],
    ['shop.graphql', 'type Query {\n  carts: [Cart]\n}\n', 'a schema of GraphQL'],
    ['shop.json', '{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object" }', 'a JSON Schema'],
    [
      'shop.json',
      '{ "info": { "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" }, "item": [] }',
      '`rulebook import`',
    ],
    ['shop.json', '{ "collection": { "info": { "_postman_id": "x" }, "item": [] } }', '`rulebook import`'],
    ['shop.har', '{ "log": { "entries": [] } }', '`rulebook import` makes a request file'],
    ['shop.json', '{\n  "log": {\n "version": "1.2" } }', 'a recording (HAR)'],
    ['shop.json', '{ "_type": "export", "__export_format": 4 }', 'Export the requests there as HAR'],
    ['shop.yaml', 'type: collection.insomnia.rest/5.0\nname: x\n', 'an export of Insomnia'],
    ['shop.yaml', 'asyncapi: 2.6.0\ninfo: {}\n', 'name its OpenAPI file'],
    ['shop.json', '{\n "asyncapi": "3.0.0" }', 'an AsyncAPI document'],
    ['shop.yaml', 'overlay: 1.0.0\nactions: []\n', '`overlays`'],
    ['shop.yaml', 'arazzo: 1.0.0\nworkflows: []\n', 'an Arazzo document'],
    ['shop.proto', 'edition = "2023";\n', 'Protocol Buffers'],
    ['shop.txt', 'edition = "2023";\n', 'Protocol Buffers'],
    ['shop.txt', '"""\nDocs\n"""\ntype Query {\n  carts: [Cart]\n}\n', 'a schema of GraphQL'],
    ['shop.txt', 'directive @a on FIELD_DEFINITION\n', 'a schema of GraphQL'],
    ['shop.json', '{ "data": { "__schema": { "types": [] } } }', 'a schema of GraphQL'],
    ['shop.json', '{ "$id": "x", "a": {}, "$schema": "http://json-schema.org/draft-07/schema#" }', 'a JSON Schema'],
    ['shop.yaml', '$schema: https://json-schema.org/draft/2020-12/schema\ntype: object\n', 'a JSON Schema'],
    ['shop.wsdl', '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>', 'This file is XML'],
    ['shop.xml', '<?xml version="1.0"?>\n<wsdl:definitions/>', 'This file is XML'],
    ['shop.apib', 'FORMAT: 1A\n# Shop\n', 'an API Blueprint'],
    ['shop.tsp', 'import "@typespec/http";\n', 'TypeSpec or Smithy'],
    ['shop.json', '{ "smithy": "2.0" }', 'TypeSpec or Smithy'],
    ['shop.json', '{ "kind": "discovery#restDescription" }', 'a Google discovery document'],
    ['shop.json', '{ "swaggerVersion": "1.2", "apis": [] }', 'Swagger 1'],
  ])('says what to do: %s %s', (name, text, part) => {
    expect(problemOf(name, text)).toEqual([expect.stringContaining(part)]);
  });

  it.each([
    ['cart.json', '{ "title": "Cart" }'],
    ['cart.yaml', 'title: Cart\n'],
  ])('is not guessed: %s', (name, text) => {
    expect(problemOf(name, text)).toEqual([expect.stringContaining('neither `openapi` nor `swagger`')]);
  });
});
