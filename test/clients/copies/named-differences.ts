const encoded = [
  "- GET /signs/it's/a[1];v=1?x={y}&q=a|b&z=*&h=$HOME&p=%25d&w=%22c%22",
  "+ GET /signs/it's/a%5B1%5D;v=1?x=%7By%7D&q=a%7Cb&z=*&h=$HOME&p=%25d&w=%22c%22",
];
const refused = [
  'rulebook: quotes in a field: the header field X-Latin has a sign that this client does not send as it is; copy it as curl',
];

/** What arrives in another way than it was sent, by form and title: comments of the code, notes or the page say so. */
export const named: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // The standard of fetch wants it of each request with a condition.
  fetch: { 'a patch': ['+ pragma: no-cache', '+ cache-control: no-cache'] },
  bash: { 'a redirect that is followed': ['- GET /landed/redirect-get', '- body: '] },
  python: { 'repeated fields': ['- x-twice: a', '- x-twice: b', '+ x-twice: a, b'] },
  httpie: {
    'quotes in a field': refused,
    'segments and percent signs': [
      '- GET /segments/%7e/%2f/..%2f/p?x=100%25&y=.',
      '+ GET /segments/%7E/%2F/..%2F/p?x=100%25&y=.',
    ],
    'signs in the URL': encoded,
  },
  go: { 'a redirect that is followed': ['+ referer: http://PLACE/redirect-get'] },
  java: {
    'another host': ['- host: other.example', '+ host: PLACE'],
    'quotes in a field': refused,
    'signs in the URL': encoded,
  },
};
