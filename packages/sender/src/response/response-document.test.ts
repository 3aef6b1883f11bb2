import { describe, expect, it } from 'vitest';
import type { ReceivedResponse } from '../plan/response';
import { formatEvents } from './event-stream';
import { hexDump } from './hex-dump';
import { comparedResponse, responseDocument, type ResponseOrigin } from './response-document';

function response(body: string, more: Partial<ReceivedResponse> = {}): ReceivedResponse {
  return {
    httpVersion: '1.1',
    status: 201,
    statusText: 'Created',
    headers: [['Content-Type', 'application/json']],
    body,
    isTruncated: false,
    size: body.length,
    duration: 38.2,
    ...more,
  };
}

const options = { secrets: [], form: 'pretty', longest: 1000 } as const;
const bytesOf = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));

describe('responseDocument', () => {
  it('begins with status, time and size, and says where the header fields are', () => {
    expect(responseDocument(response('{"a":1.0,"a":2}'), options)).toEqual({
      text: '# 201 Created · 38 ms · 15 bytes\nHTTP/1.1 201 Created\nContent-Type: application/json\n\n{\n  "a": 1.0,\n  "a": 2\n}\n',
      head: { first: 1, last: 2 },
      isCut: false,
    });
  });

  it('names the environment and the URL in the first line, and that one of them is protected', () => {
    const first = (origin: ResponseOrigin) =>
      responseDocument(response(''), { ...options, origin }).text.split('\n')[0];
    const url = 'https://h.example/a?token=***';
    expect(first({ url })).toBe(`# 201 Created · 38 ms · 0 bytes · ${url}`);
    expect(first({ url, environment: 'prod' })).toBe(`# 201 Created · 38 ms · 0 bytes · prod · ${url}`);
    expect(first({ url, environment: 'prod', isProtected: true })).toContain(' · prod, protected · https://');
    expect(first({ url, isProtected: true })).toContain(' bytes · protected · https://');
    expect(first({ url: 'http://h/\nGET x', environment: 'a\n\u2028b' })).toMatch(/^# .* · a.*b · http:.*GET x$/);
  });

  it('lists how the response was reached before its head', () => {
    const { text, head } = responseDocument(
      response('', {
        redirects: ['http://a.example/?token=hush'],
        retries: [{ cause: '429 Too Many Requests', wait: 1500 }],
        interruption: { kind: 'reset', message: 'The server closed the connection.' },
      }),
      { ...options, notes: ['# The script was left out.'] },
    );
    expect(text.split('\n').slice(0, 6)).toEqual([
      '# 201 Created · 38 ms · 0 bytes',
      '# The response is incomplete: The server closed the connection.',
      '# Sent again after 1.5 s: 429 Too Many Requests',
      '# Redirected to http://a.example/?token=***',
      '# The script was left out.',
      'HTTP/1.1 201 Created',
    ]);
    expect(head).toEqual({ first: 5, last: 6 });
  });

  it('shows the body as it came on request, masked nevertheless', () => {
    const { text } = responseDocument(response('{"api_key":"hush-hush","a":1}'), { ...options, form: 'raw' });
    expect(text).toContain('\n\n{"api_key":"***","a":1}\n');
  });

  it('formats the beginning of a long body, and says that there is more', () => {
    const long = `{"list":[${'{"a":1},'.repeat(400)}{"a":1}]}`;
    const { text, isCut } = responseDocument(response(long), options);
    expect(isCut).toBe(true);
    expect(text).toContain('\n  "list": [\n    {\n      "a": 1\n    },\n');
    expect(text).toMatch(/\n\n# The rest of the body is not shown\.\n$/);
    expect(text).toMatch(/^# 201 Created · 38 ms · 3\.1 KB, first 9 % shown\n/);
    expect(text.length).toBeLessThan(1300);
    expect(responseDocument(response(long.slice(0, 500), { isTruncated: true }), options).text).toContain('"a": 1\n');
  });

  it('does not show a secret whose end was cut off', () => {
    const { text } = responseDocument(response(`{"token":"${'s'.repeat(5000)}"}`), options);
    expect(text).not.toContain('ss');
  });

  it('shows binary bodies as hexadecimal bytes, and says what they are', () => {
    const { text } = responseDocument(
      response('', { binary: 'PNG image', bytes: bytesOf('\x89PNG\r\n\x1a\n'), size: 8 }),
      options,
    );
    expect(text).toContain(
      '\n\n# The body is binary: PNG image, 8 bytes.\n00000000  89 50 4e 47 0d 0a 1a 0a                           |.PNG....|\n',
    );
    expect(responseDocument(response('', { binary: 'PNG image', size: 8 }), options).text).toContain('is not shown');
  });
});

describe('formatEvents', () => {
  const events = 'event: push\ndata: {"a":1.0,"b":[]}\nid: 1\n\ndata: plain text\ndata: {"a":\n: a comment\n';

  it('formats the JSON of events, and nothing else', () => {
    expect(formatEvents(events)).toBe(
      'event: push\ndata:\n  {\n    "a": 1.0,\n    "b": []\n  }\nid: 1\n\ndata: plain text\ndata: {"a":\n: a comment\n',
    );
  });

  it('is for streams of events only, and not for the form as received', () => {
    const stream = response(events, { headers: [['content-type', 'text/event-stream; charset=utf-8']] });
    expect(responseDocument(stream, options).text).toContain('data:\n  {\n');
    expect(responseDocument(stream, { ...options, form: 'raw' }).text).toContain(events.trimEnd());
    expect(responseDocument(response(events), options).text).toContain(events.trimEnd());
  });
});

describe('hexDump', () => {
  it('shows the first 4 KB, with offsets', () => {
    const lines = hexDump(new Uint8Array(10_000), []).split('\n');
    expect(lines.length).toBe(256);
    expect(lines[255]).toMatch(/^00000ff0 {2}(00 ){8} (00 ){7}00 {2}\|\.{16}\|$/);
  });

  it('masks secrets, also those of other letters', () => {
    expect(hexDump(bytesOf('\0\0the-secret-word\0'), ['the-secret-word'])).toContain('00 00 2a 2a 2a 00');
    expect(hexDump(bytesOf('\0h\xc3\xa9-secret\0'), ['hé-secret'])).toContain('00 2a 2a 2a 00');
  });
});

describe('comparedResponse', () => {
  it('leaves out what differs in each response', () => {
    const of = (date: string, duration: number) =>
      comparedResponse(
        response('{"a":1}', {
          duration,
          headers: [
            ['Date', date],
            ['X-Request-Id', date],
            ['A', 'b'],
          ],
        }),
        options,
      );
    expect(of('Monday', 1)).toBe(of('Tuesday', 2));
    expect(of('Monday', 1)).toBe('HTTP/1.1 201 Created\nDate: …\nX-Request-Id: …\nA: b\n\n{\n  "a": 1\n}\n');
  });
});
