import { printJson } from './json-printer';

/** Returns whether a response is a stream of server-sent events. */
export function isEventStream(headers: readonly (readonly [name: string, value: string])[]): boolean {
  return headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /^\s*text\/event-stream\b/i.test(value),
  );
}

/** Returns a stream of events with the JSON of its `data` lines formatted below them. Everything else stays as it came. */
export function formatEvents(text: string): string {
  return text.replace(/^(data:) ?([[{].*)$/gm, (line, name: string, json: string) => {
    const printed = printJson(json);
    return printed?.includes('\n') === true ? `${name}\n${printed.replace(/^/gm, '  ')}` : line;
  });
}
