import type { BlockRule } from './rule';
import { quoted } from './support/wording';

/** Reports a request line that cannot be sent. */
export const malformedRequestLine: BlockRule = {
  id: 'malformed-request-line',
  scope: 'block',
  category: 'file-syntax',
  severity: 'error',
  since: '0.1.0',
  docs: {
    what: 'Reports a request line without a target, a request line that cannot be read, and a target that can be a host or a path.',
    why: 'A request without a path or URL cannot be sent, and a path that is taken for a host sends the request to the wrong server. A target without a scheme is a host if its first word is `localhost` or an address, has a port (`es01:9200`), or ends like a host name (`www.example.com`). Otherwise it is a path, even with dots: `logs-2024.01.01/_search`. Some words can be either, such as `logs.de/_search`.',
    remedy:
      'Write a method and a path, for example `GET /path`, or a complete URL. Write `http://` before a host and `/` before a path; the quick fixes do this.',
  },
  within: ['problems'],
  block(block, report) {
    for (const { code, message, span, insertions = [] } of block.problems) {
      if (code !== 'malformed-request-line') continue;
      const at = { start: span.start, end: span.start };
      const fixes = insertions.map((newText) => {
        return { title: `Add ${quoted(newText)}`, edits: [{ span: at, newText }], isSafe: false };
      });
      report({ message, span, provenance: { kind: 'syntax' }, fixes: () => fixes });
    }
  },
};
