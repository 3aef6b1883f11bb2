import { createJsonPlaces, type JsonPlaces } from './json-places';
import { changeBy, withEncoded, type Part } from './part';

/** Places values in the parts of a multipart body; it is called with one piece of the body after the other. */
interface PartPlaces {
  readonly place: (parts: readonly Part[]) => string;
  readonly changes: () => readonly string[];
}

/**
 * Creates what places values in a multipart body. No value begins or ends a part or adds a field to its head; in quotation marks there, it is
 * encoded as browsers do. In a part that is JSON, it is escaped as in JSON.
 */
export function createPartPlaces(boundary: string): PartPlaces {
  const changes: string[] = [];
  const delimiter = `--${boundary}`;
  let isHead = false;
  let isJson = false;
  let json: JsonPlaces | undefined;
  const all: JsonPlaces[] = [];
  /** The line so far, and the values in it. */
  let line = '';
  let values: Part[] = [];
  let startsInValue = false;
  const endLine = () => {
    const text = line.trimEnd();
    if (text.startsWith(delimiter)) {
      const [first] = values;
      if (first !== undefined && startsInValue) changes.push(changeBy(first, 'begins or ends a part of the body'));
      isHead = true;
      isJson = false;
      json = undefined;
    } else if (isHead && text === '') {
      isHead = false;
      json = isJson ? createJsonPlaces() : undefined;
      if (json) all.push(json);
    } else if (isHead && /^content-type\s*:/i.test(text)) isJson = /\bjson\b/i.test(text);
    line = '';
    values = [];
    startsInValue = false;
  };
  const add = (text: string, part?: Part) => {
    const [first = '', ...further] = text.split('\n');
    const addLine = (piece: string) => {
      if (part !== undefined && line === '' && piece !== '') startsInValue = true;
      if (part !== undefined) values.push(part);
      line += piece;
    };
    addLine(first);
    for (const piece of further) {
      endLine();
      addLine(piece);
    }
    return text;
  };
  // The content of a part may begin or end in the middle of the text.
  const placeText = (text: string): string => {
    for (const one of text.split(/(?<=\n)/)) {
      json?.place([{ text: one }]);
      add(one);
    }
    return text;
  };
  const placeValue = (part: Part): string => {
    if (isHead || line.startsWith(delimiter)) {
      const isQuoted = (line.match(/"/g)?.length ?? 0) % 2 === 1;
      const value = isQuoted ? withEncodedQuotes(part.text) : part.text;
      if (/[\r\n]/.test(value)) changes.push(changeBy(part, 'adds a line to the head of a part'));
      else if (!isQuoted && !isInParameter(value, line))
        changes.push(changeBy(part, 'adds a parameter to the head of a part'));
      return add(value, part);
    }
    return add(json === undefined ? part.text : json.place([part]), part);
  };
  return {
    place: (parts) =>
      parts.map((part) => (part.variable === undefined ? placeText(part.text) : placeValue(part))).join(''),
    changes: () => {
      endLine();
      return [...new Set([...changes, ...all.flatMap((one) => one.changes)])];
    },
  };
}

/** Some readers take a quotation mark behind a backslash for a part of the text. */
function withEncodedQuotes(text: string): string {
  return withEncoded(text, /["\r\n]|\\$/g);
}

/** Returns whether a value without quotation marks around it stays in the parameter that has begun, if one has. */
function isInParameter(value: string, line: string): boolean {
  const parameter = /;[^;=]*=([^;"]*)$/.exec(line)?.[1];
  if (parameter === undefined) return !line.includes(';') || !/["=;]/.test(value);
  return !/[;"]/.test(value) || (parameter.trim() === '' && /^"(?:[^"\\]|\\.)*"$/.test(value));
}
