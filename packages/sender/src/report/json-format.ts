import { visibleJson } from '@rulebook/text/visible';
import type { ReportFormat, ReportWriter } from './format';

/** The report as JSON text, version 1, with two blanks a level. */
export const jsonFormat: ReportFormat = { name: 'json', purpose: 'JSON, for scripts', write: jsonWriter };

function jsonWriter(): ReportWriter {
  let files = 0;
  const start = (): string => (files++ === 0 ? '{\n  "version": 1,\n  "files": [' : ',');
  return {
    *file({ path, findings }) {
      yield `${start()}\n    {\n      "path": ${visibleJson(JSON.stringify(path))},\n      "findings": [`;
      let written = 0;
      for (const finding of findings) yield `${written++ === 0 ? '' : ','}\n        ${indented(finding, '        ')}`;
      yield written === 0 ? ']\n    }' : '\n      ]\n    }';
    },
    *end(summary) {
      const opening = files === 0 ? start() : '\n  ';
      yield `${opening}],\n  "summary": ${indented(summary, '  ')}\n}\n`;
    },
  };
}

function indented(value: unknown, indent: string): string {
  return visibleJson(JSON.stringify(value, null, 2)).replaceAll('\n', `\n${indent}`);
}
