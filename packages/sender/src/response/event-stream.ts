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

/** An event of a stream. */
export interface StreamEvent {
  /** `message` where the stream names none. */
  readonly name: string;
  /** Its lines of data, joined. */
  readonly data: string;
}

/** Returns the whole events of a stream. Comments, and what has not ended yet, are none. */
export function eventsOf(text: string): readonly StreamEvent[] {
  const blocks = text.split(/\r?\n\r?\n/);
  // What is behind the last empty line is not whole.
  return blocks.slice(0, -1).flatMap((block) => {
    const fields = block.split(/\r?\n/).map((line) => /^([^:]*):? ?(.*)$/s.exec(line) ?? ['', '', '']);
    const data = fields.flatMap(([, name, value = '']) => (name === 'data' ? [value] : []));
    const name = fields.findLast(([, field]) => field === 'event')?.[2];
    return data.length === 0 && name === undefined ? [] : [{ name: name ?? 'message', data: data.join('\n') }];
  });
}

/** Returns the text that the events of a chat have added so far; undefined when they are no such events. */
export function chatText(events: readonly StreamEvent[]): string | undefined {
  const pieces = events.flatMap(({ data }) => addedText(data) ?? []);
  return pieces.length === 0 ? undefined : pieces.join('');
}

/** The pieces of text as the usual services of language models send them: `choices[].delta.content`, `delta.text`, and `delta`. */
function addedText(data: string): string | undefined {
  if (!data.startsWith('{') || !data.includes('"delta"')) return undefined;
  try {
    const event = JSON.parse(data) as {
      readonly type?: unknown;
      readonly choices?: readonly { readonly delta?: { readonly content?: unknown } }[];
      readonly delta?: unknown;
    };
    const { delta } = event;
    const found =
      event.choices?.[0]?.delta?.content ??
      (typeof delta === 'object' && delta !== null ? (delta as { readonly text?: unknown }).text : undefined) ??
      (event.type === 'response.output_text.delta' ? delta : undefined);
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}
