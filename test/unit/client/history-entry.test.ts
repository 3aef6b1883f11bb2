import { describe, expect, it } from 'vitest';
import { lineOfRequest, noteEntry, pathOfTarget, type HistoryEntry } from '../../../client/src/history-entry';

const entry: HistoryEntry = {
  time: 1,
  method: 'GET',
  path: '/repos/{{owner}}/hooks',
  label: 'list',
  status: 200,
  document: 'file:///a.http',
  line: 4,
};

describe('history', () => {
  it('keeps names of variables, and neither query nor password', () => {
    expect(pathOfTarget(['/a/', { variable: 'id' }, '?token=s3cret'])).toBe('/a/{{id}}');
    expect(pathOfTarget(['https://user:s3cret@example.org/a#s3cret'])).toBe('https://example.org/a');
  });

  it('has the same request once, the newest first, and an end', () => {
    const other = { ...entry, path: '/x', label: 'x' };
    expect(noteEntry([other, entry], { ...entry, time: 2 })).toEqual([{ ...entry, time: 2 }, other]);
    const many = Array.from({ length: 150 }, (_, index) => ({ ...entry, path: `/${index}` }));
    expect(noteEntry(many, entry)).toHaveLength(100);
  });

  it('finds the request where it is now', () => {
    const request = 'GET /repos/{{ owner }}/hooks?page=2';
    expect(lineOfRequest(`\n${request}\n\n###\n\n\n${request}\n`, entry)).toBe(6);
    expect(lineOfRequest('POST /repos/{{owner}}/hooks\n', entry)).toBeUndefined();
    expect(lineOfRequest('', entry)).toBeUndefined();
  });
});
