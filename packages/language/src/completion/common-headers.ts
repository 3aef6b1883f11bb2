/** A standard header field of HTTP, for requests to unknown hosts. */
interface CommonHeader {
  readonly name: string;
  readonly summary: string;
  readonly values?: readonly string[];
}

const mediaTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=boundary',
  'text/plain',
  'application/xml',
  'application/x-ndjson',
];

/** The header fields that requests to any host may have, in the order of the completion list. */
export const commonHeaders: readonly CommonHeader[] = [
  { name: 'Accept', summary: 'The media types that the response may have.', values: ['application/json', '*/*'] },
  {
    name: 'Authorization',
    summary: 'The credential of the request.',
    values: ['Bearer {{token}}', 'Basic {{user}}:{{password}}'],
  },
  { name: 'Content-Type', summary: 'The media type of the body.', values: mediaTypes },
  { name: 'Accept-Language', summary: 'The languages that the response may have.' },
  { name: 'Cache-Control', summary: 'How responses may be cached.', values: ['no-cache', 'no-store'] },
  { name: 'Cookie', summary: 'Cookies to send in addition to the stored ones.' },
  { name: 'If-Match', summary: 'Applies the request only if the resource still has this `ETag`.' },
  { name: 'If-None-Match', summary: 'Requests the resource only if it no longer has this `ETag`.' },
  { name: 'If-Modified-Since', summary: 'Requests the resource only if it has changed since this date.' },
  { name: 'Origin', summary: 'The origin of the request: scheme, host and port.' },
  { name: 'Referer', summary: 'The URL of the page that led to the request.' },
  { name: 'User-Agent', summary: 'The name of the program that sends the request.' },
];
