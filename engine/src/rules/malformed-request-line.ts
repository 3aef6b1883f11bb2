import type { BlockRule } from './rule';

/** Reports a request line that cannot be sent. */
export const malformedRequestLine: BlockRule = {
  id: 'malformed-request-line',
  scope: 'block',
  severity: 'error',
  docs: {
    what: 'Reports a request line without a target, one that cannot be read, and one that can mean a host as well as a path.',
    why: 'Without a path or URL there is nothing to send, and a path that is taken for a host goes to somebody else. A target without a scheme names a host when its first word is `localhost`, an address, has a port (`es01:9200`) or ends as names of hosts do (`www.example.com`); it is a path when its first word is anything else, also with dots: `logs-2024.01.01/_search`. Some words can be both, such as `logs.de/_search`.',
    remedy:
      'Write a method and a path, for example `GET /path`, or a whole URL. Put `http://` in front of a host, and `/` in front of a path; the quick fixes do it.',
    valid: ['GET /_security/api_key\n', 'GET logs-2024.01.01/_search\n', 'GET localhost:9200/logs\n'],
    invalid: ['PUT\n', 'GET logs.de/_search\n', 'this is no request\n'],
  },
  block(block, report) {
    for (const { code, message, span, insertions = [] } of block.problems) {
      if (code !== 'malformed-request-line') continue;
      const at = { start: span.start, end: span.start };
      const fixes = insertions.map((newText) => {
        return { title: `Put \`${newText}\` in front`, edits: [{ span: at, newText }], isSafe: false };
      });
      report({ message, span, provenance: { kind: 'syntax' }, fixes: () => fixes });
    }
  },
};
