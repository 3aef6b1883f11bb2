import type { BodyAssociation } from '../../packages/request-file/src/syntax/index';

/** A text that grows with `n`, in a way that once made something grow faster than the text. */
export interface ScalingInput {
  readonly name: string;
  readonly make: (n: number) => string;
  /** How large `n` is at first; then it is doubled. */
  readonly n: number;
  /** Set for a JSON file that is the body of this request. */
  readonly association?: BodyAssociation;
}

const key: BodyAssociation = { method: 'PUT', target: '/_security/api_key', at: '' };
const newIndex: BodyAssociation = { method: 'PUT', target: '/books', at: '' };

const times = (n: number, piece: (at: number) => string, between = ''): string =>
  Array.from({ length: n }, (_, at) => piece(at)).join(between);
const blanks = (n: number): string => ' '.repeat(n);
const createKey = 'PUT /_security/api_key\n\n';
const search = 'POST /books/_search\n\n';
const hook = 'POST /repos/o/r/hooks\n\n';

/** Lines of a head, and what is in them. */
const requestHeads: readonly ScalingInput[] = [
  { name: 'blanks in a target', n: 100_000, make: (n) => `GET /i${blanks(n)}x\n` },
  { name: 'blanks in front of a target', n: 100_000, make: (n) => `GET ${blanks(n)}/x\n` },
  { name: 'tabs in front of something like a version', n: 100_000, make: (n) => `GET /x${'\t'.repeat(n)}HTTP/1.1 x\n` },
  { name: 'blanks in a definition', n: 100_000, make: (n) => `@v = a${blanks(n)}x\nGET /{{v}}\n` },
  {
    name: 'blanks in front of something like a definition',
    n: 100_000,
    make: (n) => `${blanks(n)}@v${blanks(n)}x\nGET /a\n`,
  },
  { name: 'blanks in a title', n: 100_000, make: (n) => `### a${blanks(n)}b\nGET /a\n` },
  { name: 'blanks in a header field', n: 100_000, make: (n) => `GET /a\nAccept: a${blanks(n)}b\n` },
  { name: 'blanks in the name of a header field', n: 100_000, make: (n) => `GET /a\nAccept${blanks(n)}b: a\n` },
  { name: 'blanks in a directive', n: 100_000, make: (n) => `# @name a${blanks(n)}b\nGET /a\n` },
  { name: 'blanks in front of a directive', n: 100_000, make: (n) => `${blanks(n)}#${blanks(n)}x@name\nGET /a\n` },
  { name: 'blanks in an ignore comment', n: 100_000, make: (n) => `# rulebook-ignore a${blanks(n)}b\nGET /a\n` },
  {
    name: 'blanks in the path of a body file',
    n: 100_000,
    make: (n) => `PUT /_security/api_key\n\n< a${blanks(n)}b\n`,
  },
  { name: 'blanks behind a less-than sign', n: 100_000, make: (n) => `PUT /_security/api_key\n\n<${blanks(n)}\n` },
  {
    name: 'blanks in an expectation',
    n: 100_000,
    make: (n) => `GET /a\n\n?? status ==${blanks(n)}x\n?? status == 2${blanks(n)}x\n`,
  },
  { name: 'asserts', n: 3_000, make: (n) => `GET /a\n\n${times(n, (at) => `?? body $.hits[${at}].id == ${at}\n`)}` },
  { name: 'blanks in a response line', n: 100_000, make: (n) => `GET /a\n\nHTTP/1.1${blanks(n)}x\n` },
  { name: 'blanks in a script line', n: 100_000, make: (n) => `run a${blanks(n)}b\nimport a${blanks(n)}b\nGET /a\n` },
  { name: 'blanks in a script file line', n: 100_000, make: (n) => `< a.js${blanks(n)}b\nGET /a\n` },
  { name: 'blanks in a variable', n: 100_000, make: (n) => `GET /{{${blanks(n)}x}}\n` },
  {
    name: 'blank characters of Unicode',
    n: 100_000,
    make: (n) => `${'\u2003'.repeat(n)}x\nGET /a\n\n${'\u2003'.repeat(n)}x\n`,
  },
  { name: 'a long method', n: 100_000, make: (n) => `${'A'.repeat(n)} /a\n` },
  { name: 'a long word', n: 100_000, make: (n) => `${'a'.repeat(n)}\n` },
  { name: 'a long path', n: 30_000, make: (n) => `GET ${times(n, () => '/a')}\n` },
  { name: 'slashes', n: 100_000, make: (n) => `GET ${'/'.repeat(n)}\n` },
  { name: 'percent signs in a path', n: 100_000, make: (n) => `GET /${'%2'.repeat(n)}/_search\n` },
  { name: 'commas in a path', n: 50_000, make: (n) => `GET /${times(n, (at) => `a${at}`, ',')}/_search\n` },
  { name: 'query parameters', n: 5_000, make: (n) => `GET /repos/o/r/hooks?${times(n, (at) => `a${at}=1`, '&')}\n` },
  { name: 'equal query parameters', n: 5_000, make: (n) => `GET /repos/o/r/hooks?${times(n, () => 'a=b&')}\n` },
  {
    name: 'known query parameters',
    n: 5_000,
    make: (n) => `GET /repos/o/r/hooks?${times(n, () => 'page=1&per_page=500&')}\n`,
  },
  {
    name: 'query parameters on lines',
    n: 5_000,
    make: (n) => `GET /repos/o/r/hooks\n  ?a=1\n${times(n, (at) => `  &a${at}=b\n`)}`,
  },
  { name: 'ampersands', n: 50_000, make: (n) => `GET /_search?${'&'.repeat(n)}\n` },
  { name: 'question marks', n: 50_000, make: (n) => `GET /_search${'?'.repeat(n)}\n` },
  { name: 'lines of a path', n: 20_000, make: (n) => `GET /a\n${times(n, () => '  /b\n')}` },
  {
    name: 'comments between lines of a path',
    n: 20_000,
    make: (n) => `GET /a\n${times(n, () => '# c\n')}  /b\n${times(n, () => '# c\n')}x: y\n`,
  },
  { name: 'header fields', n: 20_000, make: (n) => `GET /a\n${times(n, (at) => `X-A${at}: b\n`)}` },
  { name: 'equal header fields', n: 20_000, make: (n) => `GET /repos/o/r/hooks\n${times(n, () => 'Accept: b\n')}` },
  {
    name: 'malformed header fields',
    n: 20_000,
    make: (n) => `GET /repos/o/r/hooks\n${times(n, () => 'nonsense here\n')}`,
  },
  { name: 'braces in the name of a header field', n: 50_000, make: (n) => `GET /a\n${'{{'.repeat(n)}: b\n` },
  { name: 'dots in front of a colon', n: 50_000, make: (n) => `GET /a\n${'{{a}}'.repeat(n)}?: b\n` },
  { name: 'directives', n: 20_000, make: (n) => `${times(n, (at) => `# @name a${at}\n`)}GET /a\n` },
  { name: 'unknown directives', n: 20_000, make: (n) => `${times(n, (at) => `# @x${at} a\n`)}GET /a\n` },
  { name: 'deployments', n: 20_000, make: (n) => `${times(n, () => '# @deployment none\n')}GET /a\n` },
  { name: 'hashes', n: 100_000, make: (n) => `${'#'.repeat(n)}\nGET /a\n` },
  { name: 'slashes in front of a comment', n: 100_000, make: (n) => `GET /a\n${'/'.repeat(n)}@\n` },
  { name: 'ignore comments', n: 5_000, make: (n) => `GET /a\n\n{\n${times(n, () => '# rulebook-ignore x\n')}}\n` },
  {
    name: 'ignore comments in front of a request',
    n: 5_000,
    make: (n) => `${times(n, () => '# rulebook-ignore x\n')}GET /a\n`,
  },
  { name: 'ignored rules', n: 20_000, make: (n) => `# rulebook-ignore${times(n, () => ' unknown-path')}\nGET /a\n` },
  {
    name: 'lines with ignore comments',
    n: 5_000,
    make: (n) => `${hook}{\n${times(n, (at) => `# rulebook-ignore wrong-type\n"a${at}": 1,\n`)}"b": 1 }\n`,
  },
  { name: 'definitions', n: 10_000, make: (n) => `${times(n, (at) => `@v${at} = a\n`)}GET /{{v1}}\n` },
  { name: 'equal definitions', n: 10_000, make: (n) => `${times(n, () => '@v = a\n')}GET /{{v}}\n` },
  {
    name: 'definitions in blocks',
    n: 5_000,
    make: (n) => times(n, (at) => `###\n@v${at} = {{v${at + 1}}}\nGET /{{v${at}}}\n`),
  },
  {
    name: 'variables without a definition',
    n: 5_000,
    make: (n) => `GET /a\nA: ${times(n, (at) => `{{some${at}}}`)}\n`,
  },
  {
    name: 'variables like definitions',
    n: 3_000,
    make: (n) => `${times(n, (at) => `@some${at}x = 1\n`)}GET /a\nA: ${times(n, (at) => `{{sume${at}}}`)}\n`,
  },
  {
    name: 'request names',
    n: 5_000,
    make: (n) => times(n, (at) => `###\n# @name n${at}\nGET /{{n${at - 1}.response.body.a}}\n`),
  },
  { name: 'equal request names', n: 5_000, make: (n) => times(n, () => `###\n# @name n\nGET /a\n`) },
  { name: 'opening braces', n: 100_000, make: (n) => `GET /${'{{'.repeat(n)}\n` },
  { name: 'opening braces and letters', n: 50_000, make: (n) => `GET /${'{{a '.repeat(n)}\n` },
  { name: 'opening braces in a query', n: 50_000, make: (n) => `GET /a?b=${'{{a&'.repeat(n)}\n` },
  { name: 'dollar braces', n: 50_000, make: (n) => `GET /${'${a'.repeat(n)}\n` },
  {
    name: 'variables and comments',
    n: 10_000,
    make: (n) => `${times(n, () => '# c\n')}GET /${times(n, () => '{{a}}')}\n`,
  },
  {
    name: 'carriage returns',
    n: 100_000,
    make: (n) => `GET /a\n\n${'\r'.repeat(n)}x\n${createKey}{${'\r'.repeat(n)}}`,
  },
  { name: 'carriage returns in a head', n: 100_000, make: (n) => `GET /a\nA: ${'\r'.repeat(n)}x\n` },
  {
    name: 'scripts that are not closed',
    n: 20_000,
    make: (n) => `< {%\n${times(n, () => 'x\n')}\n{{\n${times(n, () => 'x\n')}`,
  },
  { name: 'closed scripts', n: 10_000, make: (n) => times(n, () => '< {%\n%}\n') },
  { name: 'comments that are not closed', n: 20_000, make: (n) => `/*\n${times(n, () => '/* a\n')}GET /a\n` },
  { name: 'closed comments', n: 20_000, make: (n) => `${times(n, () => '/* a */\n')}GET /a\n` },
  { name: 'expectations', n: 10_000, make: (n) => `GET /a\n\n${times(n, () => '?? status == 200\n')}` },
  { name: 'handlers', n: 10_000, make: (n) => `GET /a\n\n${times(n, () => '> {% %}\n')}` },
  { name: 'recorded answers', n: 10_000, make: (n) => `GET /a\n\n${times(n, () => 'HTTP/1.1 200 OK\nA: b\n\n{}\n')}` },
];

/** Many requests. */
const files: readonly ScalingInput[] = [
  { name: 'separators', n: 20_000, make: (n) => '###\n'.repeat(n) },
  { name: 'requests', n: 3_000, make: (n) => times(n, (at) => `###\nGET /repos/o/r${at}/hooks\n`) },
  { name: 'requests on one line each', n: 3_000, make: (n) => times(n, () => 'GET /repos/o/r/hooks\n') },
  {
    name: 'updates of one webhook',
    n: 1_000,
    make: (n) => times(n, () => `###\nPATCH /repos/o/r/hooks/1\n\n{ "config": { "url": "https://e.org/" } }\n`),
  },
  {
    name: 'equal webhooks',
    n: 1_000,
    make: (n) => times(n, () => `###\nPOST /repos/o/r/hooks\n\n{ "config": { "url": "https://e.org/" } }\n`),
  },
  {
    name: 'webhooks',
    n: 1_000,
    make: (n) => times(n, (at) => `###\nPOST /repos/o/r/hooks\n\n{ "config": { "url": "https://e.org/${at}" } }\n`),
  },
  { name: 'deleted webhooks', n: 1_000, make: (n) => times(n, () => `###\nDELETE /repos/o/r/hooks/1\n`) },
  {
    name: 'webhooks of variables',
    n: 1_000,
    make: (n) => times(n, (at) => `###\nDELETE /repos/o/{{r${at}}}/hooks/{{a${at}}}\n`),
  },
  {
    name: 'repositories in one place',
    n: 1_000,
    make: (n) => times(n, (at) => `###\nPUT /_snapshot/a${at}\n\n{ "type": "fs", "settings": { "location": "/x" } }\n`),
  },
  {
    name: 'repositories that are removed',
    n: 1_000,
    make: (n) =>
      times(
        n,
        () =>
          `###\nPUT /_snapshot/a\n\n{ "type": "fs", "settings": { "location": "/x" } }\n\n###\nDELETE /_snapshot/*\n`,
      ),
  },
  {
    name: 'one repository in one place',
    n: 3_000,
    make: (n) => times(n, () => `###\nPUT /_snapshot/a\n\n{ "type": "fs", "settings": { "location": "/x" } }\n`),
  },
  {
    name: 'repositories in one place that are removed in turn',
    n: 1_000,
    make: (n) =>
      times(
        n,
        (at) =>
          `###\nPUT /_snapshot/a${at}\n\n{ "type": "fs", "settings": { "location": "/x" } }\n\n###\nDELETE /_snapshot/a${at}\n`,
      ),
  },
  {
    name: 'repositories of many clusters',
    n: 1_000,
    make: (n) =>
      times(
        n,
        (at) =>
          `###\nPUT https://c${at}.example.com/_snapshot/a${at}\n\n{ "type": "fs", "settings": { "location": "/x" } }\n`,
      ),
  },
  {
    name: 'two webhooks with many events',
    n: 5_000,
    make: (n) =>
      `POST /repos/o/r/hooks\n\n{ "config": { "url": "https://e.org/" }, "events": [${times(n, (at) => `"a${at}"`, ',\n')}] }\n\n###\nPOST /repos/o/r/hooks\n\n{ "config": { "url": "https://e.org/" }, "events": [${times(n, (at) => `"b${at}"`, ',\n')}] }\n`,
  },
  {
    name: 'followers',
    n: 1_000,
    make: (n) =>
      times(n, (at) => `###\nPUT /f${at % 7}/_ccr/follow\n\n{ "remote_cluster": "c", "leader_index": "l" }\n`),
  },
  {
    name: 'mappings and searches',
    n: 1_000,
    make: (n) =>
      times(
        n,
        (at) =>
          `###\nPUT /i\n\n{ "mappings": { "properties": { "f${at}": { "type": "flattened" } } } }\n\n###\nPOST /i/_search\n\n{ "sort": ["f${at}.a"] }\n`,
      ),
  },
  {
    name: 'derived keys',
    n: 1_000,
    make: (n) =>
      times(
        n,
        (at) =>
          `###\n# @name k${at}\nPUT /_security/api_key\nAuthorization: ApiKey {{k${at - 1}.response.body.encoded}}\n\n{ "name": "k", "role_descriptors": { "r": {} } }\n`,
      ),
  },
  {
    name: 'missing body files',
    n: 2_000,
    make: (n) => times(n, (at) => `###\nPUT /_security/api_key\n\n< ./a${at}.json\n`),
  },
];

/** Bodies. */
const bodies: readonly ScalingInput[] = [
  {
    name: 'roles behind a missing quote',
    n: 2_000,
    make: (n) =>
      `{ "role_descriptors": { a": {}, ${times(n, (at) => `"r${at}": { "cluster": ["all"], "indices": [{ "names": ["a"], "privileges": ["read"] }] }`, ',\n')} } }`,
    association: key,
  },
  { name: 'unknown members', n: 3_000, make: (n) => `{ ${times(n, (at) => `"m${at}": 1`, ',\n')} }`, association: key },
  {
    name: 'unknown members in a request',
    n: 3_000,
    make: (n) => `${createKey}{ ${times(n, (at) => `"m${at}": 1`, ',\n')} }`,
  },
  {
    name: 'unknown members on one line',
    n: 3_000,
    make: (n) => `${hook}{ "config": { ${times(n, (at) => `"m${at}": 1`, ', ')} } }`,
  },
  {
    name: 'misplaced members',
    n: 3_000,
    make: (n) => `${hook}{ ${times(n, () => '"url": "https://e.org", "secret": "x"', ', ')} }`,
  },
  { name: 'equal members', n: 3_000, make: (n) => `${createKey}{ ${times(n, () => '"name": "k"', ',\n')} }` },
  {
    name: 'members named by variables',
    n: 3_000,
    make: (n) => `${createKey}{ "metadata": { ${times(n, (at) => `"{{a${at}}}": 1`, ',\n')} } }`,
  },
  {
    name: 'roles named by variables',
    n: 2_000,
    make: (n) =>
      `${createKey}{ "role_descriptors": { ${times(n, (at) => `"{{a${at}}}": { "cluster": ["{{b}}"] }`, ',\n')} } }`,
  },
  {
    name: 'top members named by variables',
    n: 3_000,
    make: (n) => `${hook}{ ${times(n, (at) => `"{{a${at}}}": 1`, ',\n')} }`,
  },
  {
    name: 'values that are variables',
    n: 3_000,
    make: (n) => `${hook}{ "events": [${times(n, (at) => `"{{a${at}}}"`, ',\n')}] }`,
  },
  {
    name: 'settings named by variables',
    n: 3_000,
    make: (n) => `PUT /books\n\n{ "settings": { ${times(n, (at) => `"index": { "{{a${at}}}": 1 }`, ',\n')} } }`,
  },
  {
    name: 'unknown values',
    n: 3_000,
    make: (n) => `${hook}{ "events": [${times(n, (at) => `"pusch${at}"`, ',\n')}] }`,
  },
  { name: 'equal items', n: 5_000, make: (n) => `${hook}{ "events": [${times(n, () => '"push"', ',\n')}] }` },
  {
    name: 'privileges',
    n: 3_000,
    make: (n) => `{ "role_descriptors": { "r": { "cluster": [${times(n, (at) => `"monitr${at}"`, ',\n')}] } } }`,
    association: key,
  },
  {
    name: 'roles of which one is restricted',
    n: 2_000,
    make: (n) =>
      `{ "role_descriptors": { ${times(n, (at) => `"r${at}": { "indices": [{ "names": ["a${at}"], "privileges": ["read"]${at === 0 ? ', "query": { "term": { "a": 1 } }' : ''} }] }`, ',\n')} } }`,
    association: key,
  },
  {
    name: 'values of a wrong type',
    n: 3_000,
    make: (n) => `{ "role_descriptors": { ${times(n, (at) => `"r${at}": 5`, ',\n')} } }`,
    association: key,
  },
  {
    name: 'entries without required fields',
    n: 2_000,
    make: (n) => `${createKey}{ "role_descriptors": { "r": { "indices": [${times(n, () => '{}', ',\n')}] } } }`,
  },
  {
    name: 'reserved keys',
    n: 3_000,
    make: (n) => `${createKey}{ "metadata": { ${times(n, (at) => `"_a${at}": 1`, ',\n')} } }`,
  },
  {
    name: 'repeated settings',
    n: 2_000,
    make: (n) =>
      `PUT /books\n\n{ "settings": { ${times(n, (at) => `"index.a${at}": 1, "index": { "a${at}": 2 }`, ',\n')} } }`,
  },
  {
    name: 'fields of a mapping',
    n: 3_000,
    make: (n) =>
      `{ "mappings": { "properties": { ${times(n, (at) => `"f${at}": { "type": "flattened", "depth_limit": 0 }`, ',\n')} } } }`,
    association: newIndex,
  },
  {
    name: 'nested fields',
    n: 1_000,
    make: (n) => `PUT /books\n\n{ "mappings": ${'{ "properties": { "a": '.repeat(n)}{}${' } }'.repeat(n)} }`,
  },
  { name: 'brackets', n: 50_000, make: (n) => `${createKey}${'['.repeat(n)}` },
  { name: 'closed brackets', n: 1_000, make: (n) => `${createKey}${'['.repeat(n)}${']'.repeat(n)}` },
  {
    name: 'braces of objects',
    n: 1_000,
    make: (n) => `${createKey}{ "metadata": ${'{ "a": '.repeat(n)}1${' }'.repeat(n)} }`,
  },
  {
    name: 'closed brackets over lines',
    n: 1_000,
    make: (n) => `${createKey}{ "metadata": ${'{\n"a": '.repeat(n)}1${'\n}'.repeat(n)} }`,
  },
  {
    name: 'queries in queries',
    n: 500,
    make: (n) => `${search}{ "query": ${'{ "bool": { "must": [ '.repeat(n)}{}${' ] } }'.repeat(n)} }`,
  },
  { name: 'long strings', n: 200_000, make: (n) => `${createKey}{ "name": "${'a'.repeat(n)}" }` },
  { name: 'strings that are not closed', n: 5_000, make: (n) => `${createKey}{\n${times(n, () => '"a: 1,\n')}}` },
  { name: 'backslashes', n: 50_000, make: (n) => `${createKey}{ "name": "${'\\q'.repeat(n)}" }` },
  {
    name: 'strings with a tab',
    n: 5_000,
    make: (n) => `${createKey}{ "metadata": { ${times(n, (at) => `"a${at}": "x\ty\\d"`, ',\n')} } }`,
  },
  {
    name: 'missing commas',
    n: 5_000,
    make: (n) => `${createKey}{ "metadata": {\n${times(n, (at) => `"a${at}": 1`, '\n')} } }`,
  },
  {
    name: 'missing commas on one line',
    n: 5_000,
    make: (n) => `${createKey}{ "metadata": { ${times(n, (at) => `"a${at}": 1`, ' ')} } }`,
  },
  { name: 'commas', n: 20_000, make: (n) => `${createKey}{ ${','.repeat(n)} }` },
  { name: 'colons', n: 20_000, make: (n) => `${createKey}{ ${':'.repeat(n)} }` },
  { name: 'words', n: 10_000, make: (n) => `${createKey}{ ${times(n, () => 'a', ' ')} }` },
  { name: 'variables in a body', n: 5_000, make: (n) => `${createKey}{ ${times(n, () => '{{a}}', ' ')} }` },
  { name: 'variables for members', n: 5_000, make: (n) => `${createKey}{ ${times(n, () => '{{a}}', ',\n')} }` },
  {
    name: 'long texts',
    n: 10_000,
    make: (n) => `${createKey}{ "metadata": { ${times(n, (at) => `"a${at}": """x"""`, ',\n')} } }`,
  },
  { name: 'long texts that are not closed', n: 20_000, make: (n) => `${createKey}{ "a": ${'"""'.repeat(n)} }` },
  {
    name: 'comments in a body',
    n: 10_000,
    make: (n) => `${createKey}{ "name": "k"\n${times(n, () => '# a\n')}${times(n, () => '// a\n')}}`,
  },
  {
    name: 'block comments in a body',
    n: 10_000,
    make: (n) => `${createKey}{ "name": "k"\n${times(n, () => '/* a */\n')}}`,
  },
  { name: 'openings of comments in a body', n: 30_000, make: (n) => `${createKey}{ "name": "k" ${'/*'.repeat(n)} }` },
  { name: 'slashes in a body', n: 30_000, make: (n) => `${createKey}{ "name": "k" ${'/ '.repeat(n)} }` },
  {
    name: 'comments in a body file',
    n: 5_000,
    make: (n) => `{ "name": "k",\n"metadata": {${times(n, (at) => `// a\n"a${at}": 1 /* b */`, ',\n')}} }`,
    association: key,
  },
  {
    name: 'a broken comment in a body file',
    n: 5_000,
    make: (n) =>
      `{ "name": "k",\n"metadata": {${times(n, (at) => `${at === n >> 1 ? '/x' : '//'} a\n"a${at}": 1`, ',\n')}} }`,
    association: key,
  },
  {
    name: 'broken comments in a body',
    n: 5_000,
    make: (n) =>
      `${createKey}{ "name": "k",\n"metadata": {${times(n, (at) => `${at % 9 === 0 ? '/x' : '//'} a\n"a${at}": 1`, ',\n')}} }`,
  },
  {
    name: 'roles behind a missing quote in a request',
    n: 1_000,
    make: (n) =>
      `${createKey}{ "role_descriptors": { a": {}, ${times(n, (at) => `"r${at}": { "cluster": ["all"], "indices": [{ "names": ["a"], "privileges": ["read"] }] }`, ',\n')} } }`,
  },
  {
    name: 'lines of a text body',
    n: 20_000,
    make: (n) => `POST /a\nContent-Type: text/plain\n\nx\n${times(n, () => '< a.txt\nGET /a\n')}`,
  },
  {
    name: 'form members',
    n: 10_000,
    make: (n) => `POST /a\nContent-Type: application/x-www-form-urlencoded\n\n${times(n, (at) => `a${at}=b`, '&\n')}`,
  },
  {
    name: 'parts',
    n: 5_000,
    make: (n) =>
      `POST /a\nContent-Type: multipart/form-data; boundary=b\n\n${times(n, (at) => `--b\nContent-Disposition: form-data; name="a${at}"\n\n< ./f${at}.txt\n`)}--b--\n`,
  },
  { name: 'a long line of text', n: 200_000, make: (n) => `POST /a\nContent-Type: text/plain\n\n${'x '.repeat(n)}\n` },
  {
    name: 'actions of a bulk request',
    n: 3_000,
    make: (n) => `POST /books/_bulk\n\n${times(n, () => '{ "index": { "_id": "1" } }\n{ "a": 1 }\n')}`,
  },
  {
    name: 'actions without documents',
    n: 3_000,
    make: (n) => `POST /books/_bulk\n\n${times(n, () => '{ "index": {} }\n')}`,
  },
  {
    name: 'unknown actions',
    n: 3_000,
    make: (n) => `POST /books/_bulk\n\n${times(n, (at) => `{ "indxe${at}": {} }\n`)}`,
  },
  {
    name: 'broken lines of a bulk request',
    n: 3_000,
    make: (n) => `POST /books/_bulk\n\n${times(n, () => '{ "index":\n')}`,
  },
  {
    name: 'values on several lines of a bulk request',
    n: 2_000,
    make: (n) => `POST /books/_bulk\n\n${times(n, () => '{ "index": {}\n}\n{ "a": 1 }\n')}`,
  },
  {
    name: 'values on one line of a bulk request',
    n: 2_000,
    make: (n) => `POST /books/_bulk\n\n${times(n, () => '{ "delete": { "_id": "1" } }', ' ')}`,
  },
  {
    name: 'variables in a bulk request',
    n: 3_000,
    make: (n) =>
      `POST /books/_bulk\n\n${times(n, (at) => `{ "index": { "_id": "{{a${at}}}" } }\n{ "{{b}}": "{{c}}" }\n`)}`,
  },
  {
    name: 'clauses of a query',
    n: 2_000,
    make: (n) =>
      `${search}{ "query": { "bool": { "must": [${times(n, (at) => `{ "tirm": { "a${at}": 1 } }`, ',\n')}] } } }`,
  },
  {
    name: 'query texts',
    n: 3_000,
    make: (n) => `${search}{ "query": { "query_string": { "query": "${'(a AND '.repeat(n)}" } } }`,
  },
  {
    name: 'a script source',
    n: 10_000,
    make: (n) =>
      `PUT /i\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /i/_search\n\n{ "script_fields": { "a": { "script": "${"doc['labels']['a'].value + ".repeat(n)}" } } }`,
  },
  {
    name: 'sorts of a flattened field',
    n: 2_000,
    make: (n) =>
      `PUT /i\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /i/_search\n\n{ "sort": [${times(n, (at) => `"labels.a${at}"`, ',\n')}] }`,
  },
  { name: 'dates', n: 3_000, make: (n) => `GET /repos/o/r/hooks\nX-Vendor-Api-Version: ${'2022-'.repeat(n)}\n` },
  { name: 'time values', n: 50_000, make: (n) => `${createKey}{ "expiration": "${'1'.repeat(n)}x" }` },
  { name: 'URL letters', n: 50_000, make: (n) => `${hook}{ "config": { "url": "https://${'a.'.repeat(n)}@" } }` },
  { name: 'URL blanks', n: 50_000, make: (n) => `${hook}{ "config": { "url": "http://a:b${blanks(n)}@e.org/" } }` },
  {
    name: 'text that is to be trimmed',
    n: 50_000,
    make: (n) => `${createKey}{ "name": "a${blanks(n)}b${blanks(n)}" }`,
  },
  {
    name: 'index patterns',
    n: 30_000,
    make: (n) =>
      `${createKey}{ "role_descriptors": { "r": { "indices": [{ "names": ["${'.*'.repeat(n)}"], "privileges": ["read"] }] } } }`,
  },
  {
    name: 'regular index patterns',
    n: 30_000,
    make: (n) =>
      `${createKey}{ "role_descriptors": { "r": { "indices": [{ "names": ["/${'(.*)'.repeat(n)}/"], "privileges": ["read"] }] } } }`,
  },
];

/** What is doubled. */
export const inputs: readonly ScalingInput[] = [...requestHeads, ...files, ...bodies];
