import { graphqlSync, buildSchema, getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const schema = 'type Query { order(id: ID!): Order }\ntype Order { id: ID! state: String }\n';

function folder(files: Readonly<Record<string, string>> = {}, file = './schema.graphql') {
  return folderOf({
    'rulebook.json': JSON.stringify({
      endpoints: { shop: { baseUrl: 'https://shop.example.org/graphql', graphql: file } },
    }),
    'schema.graphql': schema,
    'a.http': '# @endpoint shop\nGRAPHQL /\n\n{ order(id: 1) { stat } }\n',
    ...files,
  });
}

describe('the schema of GraphQL of an endpoint', () => {
  it('checks the documents of its requests, and those that they take from files', async () => {
    const files = {
      'b.http': '# @endpoint shop\nGRAPHQL /\n\n< ./b.graphql\n',
      'b.graphql': '{ order(id: 1) { id }\n',
    };
    const { out, error, code } = await commandLine(['check', 'a.http', 'b.http'], { cwd: folder(files) });
    expect(error).toBe('');
    expect(code).toBe(1);
    expect(out).toContain('a.http:4:18 warning Cannot query field `stat` on type `Order`; did you mean `state`?');
    expect(out).toContain('[faulty-graphql — ./schema.graphql#Order]');
    expect(out).toContain(
      'b.http:4:3 error The body file `./b.graphql` has 1 error on line 1: This `{` is not closed.',
    );
  });

  it('may be the result of an introspection', async () => {
    const result = graphqlSync({ schema: buildSchema(schema), source: getIntrospectionQuery() });
    const cwd = folder({ 'schema.json': JSON.stringify(result) }, './schema.json');
    const { out, error } = await commandLine(['check', 'a.http'], { cwd });
    expect(error).toBe('');
    expect(out).toContain('Cannot query field `stat` on type `Order`');
  });

  it('is named where it cannot be used', async () => {
    const broken = await commandLine(['check', '.'], {
      cwd: folder({ 'schema.graphql': 'type Query {\n  a: Nope\n}\n' }),
    });
    expect(broken.error).toContain(
      './schema.graphql, the GraphQL schema of shop, cannot be used: Unknown type `Nope`.',
    );
    expect(broken.out).toContain('schema.graphql:2:6 error Unknown type `Nope`.');
    const missing = await commandLine(['check', '.'], { cwd: folder({}, './no.graphql') });
    expect(missing.error).toContain('./no.graphql, the GraphQL schema of shop, cannot be read');
    const other = folder({ 'rulebook.json': '{"schemas":{"a":{"file":"schema.graphql","path":"/a"}}}' });
    expect((await commandLine(['check', '.'], { cwd: other })).error).toContain(
      'Name it in `graphql` of the endpoint.',
    );
  });

  it('is the published one for the code host, whose path alone says nothing', async () => {
    const body = '\nContent-Type: application/json\n\n{ "query": "{ viewer { logn } }" }\n';
    const files = {
      'b.http': `POST https://api.github.com/graphql${body}`,
      'c.http': `POST /graphql${body}`,
      'd.http': `POST https://other.example.org/graphql${body}`,
    };
    const { out } = await commandLine(['check', 'b.http', 'c.http', 'd.http'], { cwd: folderOf(files) });
    expect(out).toContain('b.http:4:24 warning Cannot query field `logn` on type `User`; did you mean `login`?');
    expect(out).not.toContain('c.http');
    expect(out).not.toContain('d.http');
  });
});
