import { describe, expect, it } from 'vitest';
import { compileOwnDescription } from '../../../engine/src/description/own-description';

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
