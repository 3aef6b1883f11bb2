/** A header field of HTTP itself, for requests to hosts of which nothing is known. */
export interface CommonHeader {
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

/** The header fields that requests to any host may have, in the order in which they are offered. */
export const commonHeaders: readonly CommonHeader[] = [
  { name: 'Accept', summary: 'The media types that the answer may have.', values: ['*/*', ...mediaTypes.slice(0, 1)] },
  { name: 'Authorization', summary: 'The credential.', values: ['Bearer {{token}}', 'Basic {{user}}:{{password}}'] },
  { name: 'Content-Type', summary: 'The media type of the body.', values: mediaTypes },
  { name: 'Accept-Language', summary: 'The languages that the answer may have.' },
  { name: 'Cache-Control', summary: 'How the answer may be kept.', values: ['no-cache', 'no-store'] },
  { name: 'Cookie', summary: 'Cookies that are sent besides those that are kept.' },
  { name: 'If-Match', summary: 'Sends the request only while the resource is as it was.' },
  { name: 'If-None-Match', summary: 'Asks for the resource only when it is no longer as it was.' },
  { name: 'If-Modified-Since', summary: 'Asks for the resource only when it has changed since.' },
  { name: 'Origin', summary: 'Where the request comes from.' },
  { name: 'Referer', summary: 'The page that led to the request.' },
  { name: 'User-Agent', summary: 'The program that sends the request.' },
];
