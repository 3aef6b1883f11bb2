import { describe, expect, it } from 'vitest';
import { checkText } from '../../rules/check-text';
import { hoverTextAt } from '../features/check-feature';

const hooks = '/repos/octocat/hello-world/hooks';
const config = '"config": { "url": "https://example.com/", "content_type": "json", "secret": "{{s}}" }';
const flattened = (inner = '') =>
  `PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened"${inner} } } } }\n`;
const search = (body: string) => `${flattened()}\n###\nPOST /books/_search\n\n${body}\n`;
const role = (members: string) =>
  `PUT /_security/api_key\n\n{ "name": "k", "expiration": "1d", "role_descriptors": { "r": { ${members} } } }\n`;
const repository = (type: string, settings: string) =>
  `PUT /_snapshot/backup\n\n{ "type": "${type}", "settings": { ${settings} } }\n`;
const delivery = (members: string) => `GET ${hooks}/1/deliveries/2\n\nHTTP/1.1 200 OK\n\n{ ${members} }\n`;
const label = '*Reference* (not in the document)';

interface Difference {
  readonly title: string;
  /** The request, with the cursor where a user would look. */
  readonly text: string;
  /** The finding about the difference. Absent: none. */
  readonly reported?: string;
  /** What the message says about real services. */
  readonly message?: string;
  /** What the hover at the cursor says about them. */
  readonly hover?: readonly string[];
}

/** Where the documents and real services are known to differ. The document's rule is, with the weaker severity. */
const differences: readonly Difference[] = [
  {
    title: 'a key without a name',
    text: 'PUT /_security/api_key\n\n<|>{ "role_descriptors": { "r": {} } }\n',
    reported: 'hint required-field',
    message: 'servers refuse a key without it. Add a name. (Reference',
  },
  {
    title: 'the name of a key',
    text: 'PUT /_security/api_key\n\n{ "na<|>me": "k" }\n',
    hover: ['required by servers *(reference)*', label],
  },
  {
    title: 'unfollow before close',
    text: 'POST /f/_ccr/pause_follow\n\n###\nPO<|>ST /f/_ccr/unfollow\n',
    reported: 'warning wrong-order',
    message: 'servers refuse this while the index is open. Close the index first. (Reference',
    hover: ['require the index to be closed. *(reference'],
  },
  {
    title: 'unfollow before close in a documented procedure',
    text: 'POST /f/_ccr/pause_follow\n\n###\nPO<|>ST /f/_ccr/unfollow\n\n###\nPOST /f/_close\n',
    hover: ['require the index to be closed. *(reference'],
  },
  {
    title: 'unfollow after close',
    text: 'POST /f/_ccr/pause_follow\n\n###\nPO<|>ST /f/_close\n\n###\nPOST /f/_ccr/unfollow\n',
    hover: ['Servers unfollow an index only if it is paused and closed. *(reference'],
  },
  {
    title: 'POST for a repository',
    text: repository('fs', '"location": "/mnt"').replace('PUT', 'PO<|>ST'),
    reported: 'hint undocumented-method',
    message: 'only with `PUT`. Servers also accept `POST`. (Reference',
    hover: [label],
  },
  {
    title: 'PUT for a repository',
    text: repository('fs', '"location": "/mnt"').replace('PUT', 'PU<|>T'),
    hover: [`${label}: \`POST\` does the same`],
  },
  {
    title: 'PUT for a document',
    text: 'PU<|>T /books/_doc/1\n\n{ "a": 1 }\n',
    hover: [`${label}: \`PUT\` does the same`],
  },
  { title: 'POST for a document', text: 'PO<|>ST /books/_doc/1\n\n{ "a": 1 }\n', hover: [label] },
  {
    title: 'the alias of indices',
    text: role('"in<|>dex": [{ "names": ["a"], "privileges": ["read"] }]'),
    reported: 'hint unknown-field',
    message: 'Servers also accept the older name `index`. (Reference',
    hover: [`${label}: Servers also accept the older name`],
  },
  {
    title: 'a wildcard for fetched keys',
    text: search('{ "fie<|>lds": ["labels.*"] }'),
    reported: 'warning wildcard-key',
    message: 'Reference: Servers respond to a wildcard without an error, but also without values.',
    hover: [`${label}: A wildcard`],
  },
  {
    title: 'a range with one end',
    text: search('{ "query": { "ra<|>nge": { "labels.a": { "gte": "b" } } } }'),
    reported: 'information open-range',
    message: 'needs both bounds on servers of version 8 (reference',
    hover: [`${label}: A range on a key needs both bounds on servers of version 8; those of version 9.5`],
  },
  {
    title: 'keys with a type of their own',
    text: flattened(', "prop<|>erties": { "a": { "type": "integer" } }'),
    hover: [label, 'Only newer servers know this parameter'],
  },
  {
    title: 'another spelling of readonly',
    text: repository('fs', '"location": "/mnt", "read<|>_only": true'),
    reported: 'warning misplaced-field',
    message: 'Reference: Servers ignore the other name without an error',
  },
  {
    title: 'words in place of a number of shards',
    text: 'POST /f/_close?wait_for<|>_active_shards=index-setting\n',
    reported: 'information noted-value',
    message: 'Servers also accept this word. (Reference',
    hover: [`${label}: Servers also accept \`all\` and \`index-setting\``],
  },
  ...['action', 'installation_id', 'repository_id'].map((name) => ({
    title: `null for ${name} of a delivery`,
    text: delivery(`"${name.slice(0, 3)}<|>${name.slice(3)}": null`),
    hover: [`${label}: It can be null.`],
  })),
  {
    title: 'null for the status of the last delivery',
    text: `GET ${hooks}/1\n\nHTTP/1.1 200 OK\n\n{ "last_response": { "sta<|>tus": null } }\n`,
    hover: [`${label}: It can be null.`],
  },
  {
    title: 'the name of a webhook in development',
    text: `POST ${hooks}\n\n{ "name": "c<|>li", ${config} }\n`,
    reported: 'warning unknown-value',
    message: '`name` must be `web`. Reference:',
    hover: [label, 'sends `cli`'],
  },
  {
    title: 'another name of a webhook',
    text: `POST ${hooks}\n\n{ "name": "exa<|>mple", ${config} }\n`,
    reported: 'error unknown-value',
    hover: [label],
  },
  {
    title: 'the name of a webhook in an update',
    text: `PATCH ${hooks}/1\n\n{ "na<|>me": "web" }\n`,
    reported: 'hint misplaced-field',
    message: 'Reference: Some clients send it',
  },
  ...[`POST ${hooks}/1/pings`, `POST ${hooks}/1/tests`, `DELETE ${hooks}/1`].map((line) => ({
    title: `an empty object for ${line}`,
    text: `${line}\n\n<|>{}\n`,
    reported: 'information unexpected-body',
    message: 'Reference: Some clients send an empty object',
  })),
  { title: 'a body', text: `DELETE ${hooks}/1\n\n<|>{ "a": 1 }\n`, reported: 'warning unexpected-body' },
  {
    title: 'a page above the limit',
    text: `GET ${hooks}?per_<|>page=101\n`,
    reported: 'error number-range',
    hover: [`${label}: Unconfirmed: the public service seems to use the maximum`],
  },
  {
    title: 'a credential in the older form',
    text: `GET ${hooks}\nAuthor<|>ization: token {{t}}\n`,
    reported: 'hint malformed-credentials',
    hover: [`${label}: Older clients send \`token\``],
  },
  {
    title: 'the newer version',
    text: `GET ${hooks}\nX-Vendor-Api-Version: 2026-<|>03-10\n`,
    reported: 'hint noted-value',
    message: 'This newer version changes nothing in the webhook operations. (Reference',
    hover: ['A newer version. It changes nothing in the webhook operations. *(reference'],
  },
  {
    title: 'a webhook that is deleted',
    text: `DEL<|>ETE ${hooks}/1\n`,
    hover: [`${label}: The public API description calls this an organization webhook`],
  },
  {
    title: 'permissions on remote clusters',
    text: `# @target 8.14.0\n${role('"remote_cluster": [{ "clusters": ["a"], "privi<|>leges": ["monitor_enrich"] }]')}`,
    reported: 'information unsupported-version',
    hover: [label, '`monitor_enrich` is listed since 8.14.0'],
  },
  {
    title: 'the weight of a flattened field',
    text: flattened(', "bo<|>ost": 2'),
    reported: 'hint noted-value',
    message: 'only up to version 7 (reference',
    hover: [`${label}: Public documentation lists it only up to version 7`],
  },
  {
    title: 'a url repository that is not read-only',
    text: repository('url', '"url": "file:/mnt", "read<|>only": false'),
    reported: 'warning ineffective-setting',
    message: 'always read-only, so `readonly` has no effect',
  },
];

/** Findings about other things in the same requests. */
const neighbour = [
  'missing-authorization',
  'recommended-header',
  'absent-field',
  'undivided-document',
  'mismatched-response',
];

describe('where documents and real services differ', () => {
  it.each(differences)('$title', ({ text, reported, message, hover = [] }) => {
    const found = checkText(text.replace('<|>', ''))
      .map(({ finding }) => finding)
      .filter(({ rule, message: own }) => !neighbour.includes(rule) && !own.startsWith('A `file` URL'));
    expect(found.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(reported === undefined ? [] : [reported]);
    if (message !== undefined) expect(found[0]?.message).toContain(message);
    const markdown = hoverTextAt(text);
    for (const part of hover) expect(markdown).toContain(part);
  });

  it('keeps a safe fix for the alias', () => {
    const text = role('"index": [{ "names": ["a"], "privileges": ["read"] }]');
    const [fix] = checkText(text).find(({ finding }) => finding.rule === 'unknown-field')!.finding.fixes!();
    expect(fix).toMatchObject({ title: 'Change to ‘indices’', isSafe: true });
  });
});
