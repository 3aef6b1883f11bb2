import { describe, expect, it } from 'vitest';
import type { Severity } from '../../../packages/catalogue/src/facts';
import { applyFix, checkText } from '../../rules/check-text';

const put = (body: unknown): string => `PUT /_snapshot/backup\n\n${JSON.stringify(body)}\n`;
const of = (type: unknown, settings: unknown): string => put({ type, settings });
const location = '/mnt/backup';
const url = 'https://example.com/backup';
const windows = String.raw`PUT /_snapshot/backup

{ "type": "fs", "settings": { "location": "E:\Mount\Backup" } }
`;

/** Findings about every request, whatever its content. */
const general = ['missing-authorization'];

function findingsIn(text: string): readonly string[] {
  return checkText(text)
    .filter(({ finding }) => !general.includes(finding.rule))
    .map(({ finding }) => `${finding.severity} ${finding.rule}`);
}

function fixed(text: string, rule: string): string {
  const found = checkText(text).find(({ finding }) => finding.rule === rule)!;
  return applyFix(text, found, 0) ?? text;
}

type Case = readonly [title: string, text: string, rule: string, severity: Severity];

const reported: readonly Case[] = [
  ['R070 the type of `type`', of(1, {}), 'wrong-type', 'error'],
  ['R071 no type', put({ settings: { location } }), 'required-field', 'error'],
  ['R072 an unknown type', of('tape', {}), 'unknown-value', 'information'],
  ['R073 settings in a list', of('fs', []), 'wrong-type', 'error'],
  ['R074 no location', of('fs', {}), 'required-field', 'error'],
  ['R074 no settings', put({ type: 'fs' }), 'required-field', 'error'],
  ['R075 the type of location', of('fs', { location: ['b'] }), 'wrong-type', 'warning'],
  ['R076 a relative location', of('fs', { location: 'backup' }), 'noted-value', 'hint'],
  ['R077 single backslashes', windows, 'malformed-json', 'error'],
  ['R079 the type of compress', of('fs', { location, compress: 'on' }), 'quoted-value', 'error'],
  ['R079 compress as text', of('fs', { location, compress: 'true' }), 'quoted-value', 'information'],
  ['R080 the type of readonly', of('fs', { location, readonly: 1 }), 'wrong-type', 'error'],
  ['R081 another spelling', of('fs', { location, read_only: true }), 'misplaced-field', 'warning'],
  ['R082 no url', of('url', {}), 'required-field', 'error'],
  ['R083 another protocol', of('url', { url: 's3://bucket/b' }), 'unsupported-protocol', 'error'],
  ['R084 no URL', of('url', { url: '/mount/b' }), 'unsupported-protocol', 'error'],
  ['R085 a file URL', of('url', { url: 'file:/mount/b' }), 'noted-value', 'hint'],
  ['R086 an http URL', of('url', { url }), 'noted-value', 'hint'],
  ['R087 a url that is not read-only', of('url', { url, readonly: false }), 'ineffective-setting', 'warning'],
  ['R088 the type of http_max_retries', of('url', { url, http_max_retries: 5.5 }), 'wrong-type', 'error'],
  ['R089 negative retries', of('url', { url, http_max_retries: -1 }), 'number-range', 'warning'],
  ['R089 negative retries as text', of('url', { url, http_max_retries: '-1' }), 'number-range', 'warning'],
  ['R090 the type of the timeout', of('url', { url, http_socket_timeout: true }), 'wrong-type', 'error'],
  ['R090 the form of the timeout', of('url', { url, http_socket_timeout: 'soon' }), 'malformed-time-value', 'warning'],
  ['R091 retries of a file', of('url', { url: 'file:/m', http_max_retries: 3 }), 'ineffective-setting', 'hint'],
  ['R092 no delegate', of('source', { location }), 'required-field', 'error'],
  ['R093 a delegate without its setting', of('source', { delegate_type: 'url' }), 'required-field', 'error'],
  ['R093 a wrong setting of the delegate', of('source', { delegate_type: 'fs', location: 1 }), 'wrong-type', 'warning'],
  ['R094 a delegate that delegates', of('source', { delegate_type: 'source' }), 'noted-value', 'warning'],
  ['R096 a setting of another type', of('fs', { location, url }), 'misplaced-field', 'warning'],
  ['R097 an unknown setting', of('fs', { location, speed: 1 }), 'unknown-field', 'information'],
  ['R098 a uuid', put({ type: 'fs', uuid: 'u', settings: { location } }), 'misplaced-field', 'warning'],
  ['R099 the value of verify', 'PUT /_snapshot/b?verify=no\n\n{ "type": "azure" }\n', 'wrong-type', 'error'],
  ['R100 no verification', 'PUT /_snapshot/b?verify=false\n\n{ "type": "azure" }\n', 'noted-value', 'information'],
  ['R101 a pattern', 'POST /_snapshot/a*/_verify\n', 'unsuitable-text', 'warning'],
  ['a pattern of deletions', 'DELETE /_snapshot/a*\n', 'noted-value', 'information'],
  ['a misspelt command', 'POST /_snapshot/b/_verfy\n', 'unknown-path', 'warning'],
  ['no body', 'PUT /_snapshot/b\n', 'missing-body', 'error'],
  ['a body of a cleanup', 'POST /_snapshot/b/_cleanup\n\n{ "a": 1 }\n', 'unexpected-body', 'warning'],
  ['a setting in addition to the type', put({ type: 'fs', location, settings: {} }), 'misplaced-field', 'warning'],
  ['no bucket', of('s3', {}), 'required-field', 'warning'],
  ['an archive', of('s3', { bucket: 'b', storage_class: 'glacier' }), 'unknown-value', 'warning'],
  ['many deletions', of('azure', { delete_objects_max_size: 257 }), 'number-range', 'warning'],
  ['no path', of('hdfs', { uri: 'hdfs://a:1/' }), 'required-field', 'warning'],
  [
    'R106 an answer without results',
    'POST /_snapshot/b/_cleanup\n\nHTTP/1.1 200 OK\n\n{ "deleted_bytes": 20 }\n',
    'mismatched-response',
    'warning',
  ],
];

describe('what the document says about repositories is reported', () => {
  it.each(reported)('%s', (_title, text, rule, severity) => {
    expect(findingsIn(text)).toContain(`${severity} ${rule}`);
  });
});

describe('nothing is said', () => {
  it.each([
    ['a directory', of('fs', { location, compress: true, readonly: true })],
    ['a share of Windows', of('fs', { location: String.raw`\\server\backup` })],
    ['a drive of Windows', of('fs', { location: String.raw`E:\backup\new` })],
    ['an archive', of('url', { url: 'jar:file:/backup.jar!/' })],
    ['the type behind its settings', put({ settings: { url: 'jar:file:/b.jar!/' }, type: 'url' })],
    ['a delegate', of('source', { delegate_type: 'fs', location })],
    ['a delegate behind its settings', of('source', { location, delegate_type: 'fs' })],
    ['a plugin without settings', put({ type: 'azure' })],
    ['further settings of a plugin', of('s3', { bucket: 'b', another_setting: 1 })],
    ['settings of a nested form', of('hdfs', { uri: 'hdfs://a:1/', path: 'p', security: { principal: 'e' } })],
    ['a type that is a variable', 'PUT /_snapshot/b\n\n{ "type": {{type}}, "settings": { "url": 1, "speed": 2 } }\n'],
    ['settings that are a variable', 'PUT /_snapshot/b\n\n{ "type": "fs", "settings": {{settings}} }\n'],
    ['a list that is read', 'GET /_snapshot/a*,-ab,c\n'],
    ['all', 'GET /_snapshot/_all?master_timeout=10s\n'],
    ['a snapshot', 'PUT /_snapshot/backup/monday?wait_for_completion=true\n'],
    [
      'an answer with texts',
      'GET /_snapshot/b\n\nHTTP/1.1 200 OK\n\n{ "b": { "type": "fs", "uuid": "u", "settings": { "location": "l", "compress": "true" } } }\n',
    ],
  ])('%s', (_title, text) => {
    expect(findingsIn(text)).toEqual([]);
  });
});

describe('quick fixes', () => {
  it.each([
    [windows, 'malformed-json', String.raw`"E:\\Mount\\Backup"`],
    [of('fs', { location, read_only: true }), 'misplaced-field', '"readonly":true'],
    [of('fs', { location, url }), 'misplaced-field', `{"location":"${location}"}`],
    [put({ type: 'fs', location }), 'misplaced-field', '"settings": { "location": "/mnt/backup" }'],
    [of('url', {}), 'required-field', '"url": "file:/mnt/backups/my-repository"'],
    [put({ type: 'url' }), 'required-field', '"settings": { "url": "file:/mnt/backups/my-repository" }'],
    [of('source', { delegate_type: 'gcs' }), 'required-field', '"bucket": "my-bucket"'],
    [put({ settings: { location } }), 'required-field', '"type": "fs"'],
    ['PUT /_snapshot/b\n', 'missing-body', '"type": "fs"'],
    [of('fs', { location, compress: 'false' }), 'quoted-value', '"compress":false'],
    [of('url', { url: '/mount/b' }), 'unsupported-protocol', '"file:/mount/b"'],
  ])('%s', (text, rule, part) => {
    expect(fixed(text, rule)).toContain(part);
  });
});
