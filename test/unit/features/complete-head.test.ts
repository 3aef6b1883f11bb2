import { describe, expect, it } from 'vitest';
import { acceptAt, completionsAt, endpoints, expectOffers, labelsAt, testEngine } from './check-feature';
import { hoverTextAt, openMarked } from './check-feature';

describe('the request line', () => {
  it.each<[state: string, text: string, ...offers: string[]]>([
    ['an empty file', '<|>', 'GET', 'POST', 'PATCH', 'POST /_security/api_key', 'POST /repos/{owner}/{repo}/hooks'],
    ['an empty line below a title', '### Title\n<|>', 'POST', 'PUT /_security/api_key'],
    ['an empty line below a directive', '# @name x\n<|>\n', 'POST'],
    ['an empty line above the request', '\n<|>\nGET /repos/o/r/hooks', 'POST'],
    ['half a method', 'PO<|>', 'POST', 'POST /_security/api_key', '-PATCH'],
    ['half a method in small letters', 'po<|>', 'POST'],
    ['half a method before a path', 'PO<|> /repos/o/r/hooks', 'POST', '-POST /_security/api_key'],
    [
      'behind a method',
      'POST <|>',
      '/_security/api_key',
      '/repos/{owner}/{repo}/hooks',
      '-/repos/{owner}/{repo}/hooks/{hook_id}',
    ],
    ['behind another method', 'DELETE <|>', '/repos/{owner}/{repo}/hooks/{hook_id}', '-/repos/{owner}/{repo}/hooks'],
    ['a slash', 'POST /<|>', '/_security/api_key', '/repos/{owner}/{repo}/hooks'],
    ['a slash without method', '/<|>', '/repos/{owner}/{repo}/hooks'],
    ['half a segment', 'PUT /_sec<|>', '/_security/api_key', '-/repos/{owner}/{repo}/hooks'],
    ['half a segment without a slash', 'PUT _sec<|>', '/_security/api_key'],
    ['a first parameter', 'GET /repos/<|>', '/repos/{owner}/{repo}/hooks', '-/_security/api_key'],
    [
      'behind parameters',
      'GET /repos/octo/hello/<|>',
      '/repos/{owner}/{repo}/hooks',
      '/repos/{owner}/{repo}/hooks/{hook_id}/config',
    ],
    ['variables as parameters', 'GET /repos/{{o}}/{{r}}/ho<|>', '/repos/{owner}/{repo}/hooks'],
    ['behind a variable host', 'POST {{host}}/_sec<|>', '/_security/api_key'],
    ['behind a host', 'POST http://127.0.0.1:9270/_sec<|>', '/_security/api_key'],
    [
      'behind the base path of an endpoint',
      'GET https://hub.example.org/api/v3/repos/o/r/<|>',
      '/repos/{owner}/{repo}/hooks',
    ],
    ['the last word of a path', 'POST /repos/o/r/hooks/1/te<|>', '/repos/{owner}/{repo}/hooks/{hook_id}/tests'],
    ['a word inside a path', 'GET /repos/o/r/<|>/1', 'hooks'],
    ['a variable of the block as a parameter', '@hook = 1\nGET /repos/o/r/hooks/<|>', '{{hook}}'],
  ])('offers methods and paths: %s', (_state, text, ...offers) => {
    expectOffers(text, ...offers);
  });

  it('offers the methods in their usual order', () => {
    expect(labelsAt('<|>').slice(0, 6)).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']);
  });

  it.each([
    ['webhook', 'POST /repos/{owner}/{repo}/hooks'],
    ['repository', 'PUT /_snapshot/{repository}'],
    ['snapshot repo', 'PUT /_snapshot/{repository}'],
    ['flattened', 'PUT /{index}'],
    ['mapping', 'PUT /{index}'],
    ['api key', 'PUT /_security/api_key'],
    ['api', 'POST /_security/api_key'],
    ['role', 'POST /_security/api_key'],
    ['follower', 'PUT /{follower_index}/_ccr/follow'],
    ['auto-follow', 'PUT /_ccr/auto_follow/{pattern}'],
    ['collaborator', 'PUT /projects/{project_id}/collaborators/{username}'],
    ['bulk', 'POST /_bulk'],
    ['search', 'GET /_search'],
  ])('finds whole requests by a word: %s', (words, label) => {
    const labels = labelsAt(`${words}<|>`);
    expect(labels).toContain(label);
    expect(labels).toEqual(labelsAt(`### title\n${words}<|>`));
    const method = label.split(' ')[0]!;
    expect(acceptAt(`${words}<|>`, label)).toMatch(new RegExp(`^${method} /`));
  });

  it('puts requests with a body first, and deprecated ones last', () => {
    expect(labelsAt('webhook<|>')[0]).toBe('POST /repos/{owner}/{repo}/hooks');
    expect(labelsAt('project<|>').at(-1)).toMatch(/projects/);
  });

  it('puts the documented methods of a path first', () => {
    expect([...labelsAt('<|>PUT /repos/o/r/hooks/1')].slice(0, 3).sort()).toEqual(['DELETE', 'GET', 'PATCH']);
    expect([...labelsAt('<|>PATCH /repos/o/r/hooks/1')].slice(0, 3).sort()).toEqual(['DELETE', 'GET', 'PATCH']);
    expect(labelsAt('<|> /_security/api_key').slice(0, 4)).toEqual(['GET', 'POST', 'PUT', 'DELETE']);
  });

  it.each([
    ['a method', 'PO<|>', 'POST', 'POST '],
    ['a method before a path', 'PO<|> /repos/o/r/hooks', 'POST', 'POST /repos/o/r/hooks'],
    [
      'a path, with head and body',
      'PUT /_sec<|>',
      '/_security/api_key',
      'PUT /_security/api_key\nContent-Type: application/json\n\n{\n  "name": "my-key"\n}\n',
    ],
    [
      'a path in front of a head',
      'PUT /_sec<|>\nAccept: */*',
      '/_security/api_key',
      'PUT /_security/api_key\nAccept: */*',
    ],
    [
      'a path without its slash in front of a body',
      'PUT _sec<|>\n{ }',
      '/_security/api_key',
      'PUT /_security/api_key\n{ }',
    ],
    ['typed parameters', 'GET /repos/octo/hello/<|>', '/repos/{owner}/{repo}/hooks', 'GET /repos/octo/hello/hooks'],
    ['a typed variable', 'GET /repos/{{o}}/<|>', '/repos/{owner}/{repo}/hooks', 'GET /repos/{{o}}/repo/hooks'],
    ['parameters to fill in', 'GET <|>', '/repos/{owner}/{repo}/hooks', 'GET /repos/owner/repo/hooks'],
    [
      'the base path',
      'GET https://hub.example.org/api/v3/repos/o/<|>',
      '/repos/{owner}/{repo}/hooks',
      'GET https://hub.example.org/api/v3/repos/o/repo/hooks',
    ],
    ['a word inside a path', 'GET /repos/o/r/ho<|>/1', 'hooks', 'GET /repos/o/r/hooks/1'],
    ['a query behind', 'GET /repos/o/r/<|>?page=2', '/repos/{owner}/{repo}/hooks', 'GET /repos/o/r/hooks?page=2'],
    [
      'a whole request',
      '<|>',
      'POST /_security/api_key',
      'POST /_security/api_key\nContent-Type: application/json\n\n{\n  "name": "my-key"\n}\n',
    ],
  ])('keeps or completes %s', (_state, text, label, result) => {
    expect(acceptAt(text, label)).toBe(result);
  });
});

describe('whole requests', () => {
  it('check clean of errors and warnings, with the body that they bring', () => {
    const requests = labelsAt('<|>').filter((label) => label.includes(' /'));
    expect(requests.length).toBeGreaterThan(10);
    for (const label of requests) {
      const text = acceptAt('<|>', label)
        .replace('/hook_id', '/1')
        .replace('/delivery_id', '/2')
        .replace('/project_id', '/3');
      const engine = testEngine();
      const report = engine.check(engine.openFile(text), { context: endpoints, severities: {} });
      const serious = report.findings
        .flat()
        .filter(({ severity }) => severity === 'error' || severity === 'warning')
        // Deprecated operations are offered last and struck through, and say so.
        .filter(({ rule }) => rule !== 'deprecated-element');
      expect(
        serious.map(({ rule, message }) => `${rule}: ${message}`),
        label,
      ).toEqual([]);
    }
  });

  it('bring a body that says something', () => {
    expect(acceptAt('<|>', 'PUT /{index}')).toContain('"type": "flattened"');
    expect(acceptAt('<|>', 'PUT /_snapshot/{repository}')).toMatch(
      /"type": "fs",\n {2}"settings": \{\n {4}"location": "/,
    );
    expect(acceptAt('<|>', 'POST /repos/{owner}/{repo}/hooks')).toContain('"secret": "{{hook_secret}}"');
    expect(acceptAt('<|>', 'PATCH /repos/{owner}/{repo}/hooks/{hook_id}/config')).toContain('"url"');
  });
});

describe('the query', () => {
  it.each<[state: string, text: string, ...offers: string[]]>([
    ['behind the question mark', 'PUT /_security/api_key?<|>', 'refresh', 'pretty'],
    ['half a name', 'PUT /_security/api_key?re<|>', 'refresh', '-filter_path'],
    ['behind an ampersand', 'GET /repos/o/r/hooks?page=1&<|>', 'per_page', '-page'],
    ['a name before its value', 'GET /repos/o/r/hooks?pa<|>=1', 'page'],
    ['on a further line', 'GET /repos/o/r/hooks\n  ?<|>', 'page', 'per_page'],
    ['on a second further line', 'GET /repos/o/r/hooks\n  ?page=1\n  &<|>', 'per_page', '-page'],
    ['a value', 'PUT /_security/api_key?refresh=<|>', 'true', 'false', 'wait_for'],
    ['half a value', 'PUT /_security/api_key?refresh=wa<|>', 'wait_for', '-true'],
    ['a value before another parameter', 'PUT /_security/api_key?refresh=<|>&pretty', 'wait_for'],
    ['a number', 'GET /repos/o/r/hooks?per_page=<|>', '100', '30'],
    ['a flag', 'PUT /_security/api_key?pretty=<|>', 'true', 'false'],
  ])('offers names and values: %s', (_state, text, ...offers) => {
    expectOffers(text, ...offers);
  });

  it('puts the default first', () => {
    expect(labelsAt('PUT /_security/api_key?refresh=<|>')[0]).toBe('true');
  });

  it('writes the equals sign once', () => {
    expect(acceptAt('GET /repos/o/r/hooks?p<|>', 'page')).toBe('GET /repos/o/r/hooks?page=');
    expect(acceptAt('GET /repos/o/r/hooks?p<|>=1', 'page')).toBe('GET /repos/o/r/hooks?page=1');
  });

  it.each([
    ['an unknown parameter', 'PUT /_security/api_key?what=<|>'],
    ['an unknown operation', 'PUT /nothing/at/all?<|>'],
  ])('offers nothing for %s', (_state, text) => {
    expectOffers(text);
  });
});

describe('header fields', () => {
  const key = 'PUT /_security/api_key\n';
  const hooks = 'GET /repos/o/r/hooks\n';
  it.each<[state: string, text: string, ...offers: string[]]>([
    ['an empty line below', `${key}<|>`, 'Authorization', 'Content-Type', 'Accept'],
    ['half a name', `${key}Auth<|>`, 'Authorization', '-Accept'],
    ['half a name in small letters', `${key}auth<|>`, 'Authorization'],
    ['a second field', `${key}Accept: */*\n<|>`, 'Authorization', '-Accept'],
    ['a name before its value', `${key}Auth<|>: x`, 'Authorization'],
    ['between fields', `${key}Accept: */*\n<|>\nAuthorization: x`, 'Content-Type', '-Authorization', '-Accept'],
    ['an unknown operation', 'GET /what/is/this\n<|>', 'Authorization', 'X-Vendor-Api-Version'],
    ['an unknown operation of one service', 'GET /repos/o/r\n<|>', 'X-Vendor-Api-Version', '-X-Opaque-Id'],
    [
      'a foreign host',
      'GET https://example.com/x\n<|>',
      'Accept',
      'User-Agent',
      '-X-Opaque-Id',
      '-X-Vendor-Api-Version',
    ],
    ['a host of the file', '@url = http://x.com\nPOST {{url}}/x\n<|>', 'Cache-Control', '-es-security-runas-user'],
    [
      'a media type for a foreign host',
      'POST https://example.com/x\nContent-Type: <|>',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=boundary',
      'text/plain',
      'application/xml',
    ],
    ['the neutral name', `${hooks}<|>`, 'X-Vendor-Api-Version', '-X-GitHub-Api-Version'],
    ["the vendor's name", `# @endpoint hub\n${hooks}<|>`, 'X-GitHub-Api-Version', '-X-Vendor-Api-Version'],
    ["the vendor's name is given", `# @endpoint hub\n${hooks}X-GitHub-Api-Version: 1\n<|>`, '-X-GitHub-Api-Version'],
    ['the credential of the cluster', `${key}Authorization: <|>`, 'ApiKey {{api_key}}', '-Bearer {{token}}'],
    ['the credential of the host', `${hooks}Authorization: Be<|>`, 'Bearer {{token}}'],
    ['no blank behind the colon', `${hooks}Authorization:<|>`, 'Bearer {{token}}'],
    ['a media type', `${key}Content-Type: <|>`, 'application/json'],
    ['a neutral media type', `${hooks}Accept: <|>`, 'application/vnd.vendor+json'],
    ["a vendor's media type", `# @endpoint hub\n${hooks}Accept: <|>`, 'application/vnd.github+json'],
    ['a version', `${hooks}X-Vendor-Api-Version: 20<|>`, '2022-11-28'],
    ["a version under the vendor's name", `# @endpoint hub\n${hooks}X-GitHub-Api-Version: <|>`, '2022-11-28'],
  ])('offers names and values: %s', (_state, text, ...offers) => {
    expectOffers(text, ...offers);
  });

  it.each([
    ['a name', `${key}Auth<|>`, 'Authorization', `${key}Authorization: `],
    ['a name before its colon', `${key}Auth<|>: x`, 'Authorization', `${key}Authorization: x`],
    ['a credential', `${key}Authorization: Api<|>`, 'ApiKey {{api_key}}', `${key}Authorization: ApiKey {{api_key}}`],
    [
      'a value that is there',
      `${key}Content-Type: text<|>/plain`,
      'application/json',
      `${key}Content-Type: application/json`,
    ],
  ])('completes %s', (_state, text, label, result) => {
    expect(acceptAt(text, label)).toBe(result);
  });
});

describe('directives and variables', () => {
  it.each<[state: string, text: string, ...offers: string[]]>([
    [
      'behind the sign',
      '# @<|>\nGET /x',
      '@name',
      '@endpoint',
      '@target',
      '@deployment',
      '@no-redirect',
      '@no-cookie-jar',
    ],
    [
      'a title as a name',
      '### login\nGET /repos/o/r/hooks\n\n### two\nGET /x/{{<|>}}',
      'login.response.',
      '-two.response.',
    ],
    [
      'the times of a request that is sent several times',
      '### list\n# @loop for 3\nGET /repos/o/r/hooks\n\n### two\nGET /x/{{<|>}}',
      'list.response.',
      'list0.response.',
      '-two0.response.',
    ],
    [
      'what a time of it answered',
      '# @endpoint hub\n# @name list\n# @loop for 3\nGET /repos/o/r/hooks\n\n###\nGET /x/{{list0.response.<|>}}',
      'list0.response.body.*',
    ],
    ['half a name', '# @en<|>\nGET /x', '@endpoint', '-@name'],
    ['without the sign', '# <|>\nGET /x', '@endpoint'],
    ['with slashes', '// @<|>\nGET /x', '@endpoint'],
    ['without the hash, with variables', '### A\n@<|>', '@user = ann', '@name', '@endpoint'],
    ['without the hash, begun', '@na<|>\nGET /x', '@name', '-@endpoint'],
    ['the title as a name', '### Log in again\n# @name <|>', 'logInAgain'],
    ['a name for an operation and a title', '### My hooks\n# @name <|>\nGET /repos/o/r/hooks', 'hooksList', 'myHooks'],
    ['no name that another request has', '### log in\n# @name logIn\nGET /x\n\n### Log in\n# @name <|>', '-logIn'],
    ['only what is missing', '# @name a\n# @<|>\nGET /x', '-@name', '@endpoint'],
    ['an endpoint', '# @endpoint <|>\nGET /x', 'cluster', 'hub'],
    ['half an endpoint', '# @endpoint cl<|>\nGET /x', 'cluster', '-hub'],
    ['a deployment', '# @deployment <|>\nGET /x', 'serverless', 'self-managed'],
    ['a version of an endpoint, and those with news', '# @target <|>\nGET /x', '8.15.0', '8.14.0', '6.7.0'],
    ['a variable in the path', '@host = x\nGET {{<|>', 'host', '$guid'],
    ['half a variable', '@host = x\nGET {{ho<|>}}/x', 'host', '-$guid'],
    ['a variable in a header', '@token = x\nGET /x\nAuthorization: Bearer {{<|>', 'token'],
    ['a variable in a body', '@who = x\nPOST /_security/api_key\n\n{ "name": "{{<|>" }', 'who', '$guid'],
    ['a variable that is used elsewhere', 'GET {{host}}/x\nAuthorization: {{<|>', 'host'],
  ])('offers: %s', (_state, text, ...offers) => {
    expectOffers(text, ...offers);
  });

  it('closes the braces when they are open', () => {
    expect(acceptAt('@host = x\nGET {{ho<|>', 'host')).toBe('@host = x\nGET {{host}}');
    expect(acceptAt('@host = x\nGET {{ho<|>}}/x', 'host')).toBe('@host = x\nGET {{host}}/x');
    expect(acceptAt('@host = x\nGET {{ho<|> }}/x', 'host')).toBe('@host = x\nGET {{host}}/x');
    expect(acceptAt('GET /{{$rand<|> 1 6}}/x', '$randomInt')).toBe('GET /{{$randomInt 1 6}}/x');
  });

  it.each([
    ['GET /{{ho<|>}}/x', 'host', '{{host}}'],
    ['GET /{{<|>}}/x', '$guid', '{{$guid}}'],
    ['GET /{{ho<|>', 'host', '{{host}}'],
    // The name goes on.
    ['GET /{{lo<|>}}', 'login.response.', '{{login.response.'],
  ])('leaves the cursor where writing goes on: %s', (line, label, behind) => {
    const text = `@host = x\n\n### login\nGET /x\n\n###\n${line}`;
    const { edit } = completionsAt(text).find((offer) => offer.label === label)!;
    const before = openMarked(text).text.slice(0, edit.span.start);
    expect(`${before}${edit.newText.replaceAll('\\', '')}`.slice(-behind.length)).toBe(behind);
  });

  it('writes the hash in front of a directive that lacks it, and says nothing of the line', () => {
    expect(acceptAt('@na<|>\n', '@name')).toBe('# @name \n');
    expect(hoverTextAt('@na<|>me\nGET /x')).toBe('');
  });

  it('never shows the value of a variable', () => {
    const offers = completionsAt('@token = hunter2\nGET /x\nAuthorization: Bearer {{<|>');
    expect(JSON.stringify(offers)).not.toContain('hunter2');
  });

  it.each([
    ['in a title', '### T<|>itle\nGET /x'],
    ['in plain text of a comment', '# see the manual <|>\nGET /x'],
    ['in a definition', '@a = <|>\nGET /x'],
    ['in front of its sign', '<|>@a\nGET /x'],
    ['in a line of a body', 'POST /x\nContent-Type: text/plain\n\n@na<|>'],
    ['below an unknown directive', '# @unknown <|>\nGET /x'],
    ['in a recorded response', 'GET /repos/o/r/hooks\n\nHTTP/1.1 200 OK\n<|>'],
  ])('offers nothing %s', (_state, text) => {
    expectOffers(text);
  });
});
