/** The first word of an assert, which says what is checked. */
interface AssertWord {
  readonly word: string;
  /** What it stands for. */
  readonly summary: string;
  readonly example: string;
}

/** All first words, in the order of the documentation. */
export const assertWords: readonly AssertWord[] = [
  { word: 'status', summary: 'The status code, or its class such as `2xx`', example: 'status == 201' },
  {
    word: 'header',
    summary: 'A header field of the response, by its name',
    example: 'header content-type includes json',
  },
  { word: '$', summary: 'A value of a JSON body, by its JSONPath (RFC 9535)', example: '$.items[0].id == 3' },
  {
    word: 'body',
    summary: 'The whole body; with a JSONPath or a path such as `a.b[0]` behind it, a value of it',
    example: 'body includes created',
  },
  { word: 'jsonpath', summary: 'The same as a JSONPath alone', example: 'jsonpath $.id exists' },
  {
    word: 'duration',
    summary:
      'The time from the request to the end of the response, in milliseconds; `2 s` are seconds. With `median`, `p90`, `p95`, `p99` or `max`, of all times that it was sent in the run',
    example: 'duration < 500 ms',
  },
  {
    word: 'matches',
    summary: 'With `description`: the whole response is as the description of the service says',
    example: 'matches description',
  },
  {
    word: 'schema',
    summary:
      'The body is as a JSON Schema says, a file next to the request file; the same as `body matches ./order.schema.json`',
    example: 'schema ./order.schema.json',
  },
  {
    word: 'snapshot',
    summary:
      'The whole response is as it was when it was kept in a file next to the request file; `ignoring` leaves out what is at JSONPaths',
    example: 'snapshot ignoring $.took, $.items[*].id',
  },
  {
    word: 'xpath',
    summary: 'A value of a body in XML or HTML, by its XPath (1.0)',
    example: 'xpath //item/@id == 5',
  },
  {
    word: 'js',
    summary: 'An expression of JavaScript, which runs like a script when the request is sent',
    example: 'js response.parsedBody.id == 3',
  },
];
