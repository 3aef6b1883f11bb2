import { describe, expect, it } from 'vitest';
import { acceptAt, expectOffers, hoverTextAt } from './check-feature';

const put = (body: string): string => `PUT /_snapshot/backup\n\n${body}`;

describe('settings are offered by the type', () => {
  it.each<[state: string, text: string, ...offers: string[]]>([
    ['fs', put('{ "type": "fs", "settings": { <|> } }'), 'location', 'compress', 'readonly', '-url', '-delegate_type'],
    ['fs, unclosed', put('{ "type": "fs", "settings": { <|>'), 'location', '-url'],
    ['fs, half a word', put('{ "type": "fs", "settings": { "lo<|>'), 'location', '-url'],
    ['url', put('{ "type": "url", "settings": { <|>'), 'url', 'http_max_retries', '-location'],
    ['the type behind', put('{ "settings": { <|> }, "type": "url" }'), 'url', '-location'],
    ['the type behind, unfinished', put('{ "settings": { <|>\n}, "type": "url'), 'url', '-location'],
    ['the type before a missing comma', put('{ "type": "url" "settings": { <|>'), 'url', '-location'],
    ['a type that is being typed', put('{ "type": "ur", "settings": { <|>'), 'url', 'location'],
    ['no type', put('{ "settings": { <|>'), 'url', 'location'],
    ['a variable', put('{ "type": "{{type}}", "settings": { <|>'), 'url', 'location'],
    ['source without a delegate', put('{ "type": "source", "settings": { <|>'), 'delegate_type', 'location', 'url'],
    [
      'source with a delegate',
      put('{ "type": "source", "settings": { "delegate_type": "url", <|>'),
      'url',
      '-location',
      '-delegate_type',
    ],
    [
      'source with a delegate behind',
      put('{ "type": "source", "settings": { <|> "delegate_type": "fs" } }'),
      'location',
      '-url',
    ],
    ['s3', put('{ "type": "s3", "settings": { <|>'), 'bucket', 'storage_class', '-location'],
    ['azure', put('{ "type": "azure", "settings": { <|>'), 'container', '-bucket'],
    ['hdfs', put('{ "type": "hdfs", "settings": { <|>'), 'uri', 'path', '-bucket'],
    ['an object under another name', put('{ "type": "fs", "x": { <|>'), '-location'],
  ])('%s', (_state, text, ...offers) => {
    expectOffers(text, ...offers);
  });

  it('offers types, and the types that store for a source', () => {
    expectOffers(put('{ "type": <|>'), '"fs"', '"url"', '"source"', '"s3"', '"gcs"', '"azure"', '"hdfs"');
    expectOffers(put('{ "type": "source", "settings": { "delegate_type": "<|>'), '"fs"', '"url"', '-"source"');
  });

  it('offers values of the chosen setting', () => {
    expectOffers(put('{ "type": "s3", "settings": { "storage_class": <|>'), '"standard"', '"onezone_ia"');
    expectOffers(put('{ "type": "fs", "settings": { "compress": <|>'), 'true', 'false');
  });

  it.each([
    ['{ "type": "fs", <|> }', '"location": "/mnt/backups/my-repository"'],
    ['{ "type": "url", <|> }', '"url": "file:/mnt/backups/my-repository"'],
    ['{ "type": "source", <|> }', '"delegate_type"'],
    ['{ <|> "type": "s3" }', '"bucket": "my-bucket"'],
  ])('writes the required settings of %s', (body, part) => {
    expect(acceptAt(put(body), 'settings')).toContain(part);
  });
});

describe('hover knows the type', () => {
  it.each<[text: string, ...parts: string[]]>([
    [
      put('{ "type": "fs", "settings": { "loca<|>tion": "x" } }'),
      '`location`',
      'required',
      'path.repo',
      '*Documented*',
    ],
    [put('{ "settings": { "ur<|>l": "file:/m" }, "type": "url" }'), '`url`', '`jar`', '*Documented*'],
    [
      put('{ "type": "url", "settings": { "http_max<|>_retries": 3 } }'),
      'integer',
      'Default: `5`',
      'Snapshot repository',
    ],
    [put('{ "type": "s3", "settings": { "buck<|>et": "b" } }'), 'required by servers', '*Reference*'],
    [put('{ "type": "sour<|>ce" }'), '`delegate_type`', 'reindexed'],
    [put('{ "type": "source", "settings": { "delegate_type": "gcs", "buck<|>et": "b" } }'), 'bucket', '*Reference*'],
    ['DEL<|>ETE /_snapshot/backup', 'snapshots stay', 'Unregister'],
    ['POST /_snapshot/backup/_clea<|>nup', 'You rarely need this', '`200`'],
    ['PUT /_snapshot/backup?ver<|>ify=false', 'query parameter', 'Default: `true`', '`_verify`'],
  ])('%s', (text, ...parts) => {
    const hover = hoverTextAt(text);
    for (const part of parts) expect(hover).toContain(part);
  });

  it('says nothing about a setting of another type', () => {
    expect(
      hoverTextAt(put('{ "type": "fs", "settings": { "delegate<|>_type": "fs", "location": "/x" } }')),
    ).not.toContain('optional');
  });
});
