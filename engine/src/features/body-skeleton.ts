import type { FormBody, OperationExample, Operation, RequestBody } from '../catalogue/operation';
import { headerOf } from '../binding/model';
import type { Field } from '../catalogue/shape';
import { boundaryOf } from '../syntax/multipart';
import type { RequestSyntax } from '../syntax/model';
import { plainLine } from './foreign-markdown';
import { bodySnippet, escapeSnippet, linesSnippet, shapeSnippet } from './snippet';

/** A minimal body as a snippet. */
export interface BodySkeleton {
  readonly text: string;
  /** Its media type, if it is not JSON. */
  readonly mediaType?: string;
}

/** Returns a minimal body of an operation: JSON, lines of JSON or the fields of a form. */
export function bodySkeleton(body: RequestBody, firstStop = 1): BodySkeleton {
  const { shape, actions, lines, forms = [], mediaTypes = [] } = body;
  if (actions) return { text: linesSnippet(actions, firstStop) };
  if (lines) {
    const texts = lines.map((line, index) => shapeSnippet(line, '', firstStop + index).replace(/\s*\n\s*/g, ' '));
    return { text: texts.join('\n'), mediaType: 'application/x-ndjson' };
  }
  const isJson = mediaTypes.length === 0 || mediaTypes.some((type) => /\bjson\b/i.test(type));
  const form = forms.find(({ mediaType }) => mediaType === 'application/x-www-form-urlencoded') ?? forms[0];
  if (!isJson && form) {
    const isMultipart = form.mediaType === 'multipart/form-data';
    return {
      text: isMultipart ? partsSnippet(form, usualBoundary, firstStop) : formSnippet(form, firstStop),
      mediaType: isMultipart ? `${form.mediaType}; boundary=${usualBoundary}` : form.mediaType,
    };
  }
  const [first] = mediaTypes;
  // A media type with a wildcard names none.
  if (!isJson && first !== undefined && !first.includes('*')) return { text: `$${firstStop}`, mediaType: first };
  return { text: bodySnippet(shape, '  ', firstStop) };
}

/** A body that a description shows as an example. */
export interface ExampleBody {
  readonly title: string;
  readonly text: string;
}

/** Longer examples are not read before they are inserted. */
const longestExample = 10_000;
const mostExamples = 5;

/** Returns the request bodies that a description shows for an operation. */
export function exampleBodies({ examples = [] }: Operation): readonly ExampleBody[] {
  return examples
    .flatMap((example) => {
      const text = textOfExample(example);
      return text === undefined || text.length > longestExample ? [] : [{ title: plainLine(example.title, 60), text }];
    })
    .slice(0, mostExamples);
}

function textOfExample({ body, status }: OperationExample): string | undefined {
  if (body === undefined || status !== undefined) return undefined;
  return 'text' in body ? body.text : JSON.stringify(body.value, null, 2);
}

const usualBoundary = 'part';

/** Returns the required fields of the form of a request as a snippet. */
export function formSkeleton(form: FormBody, request: Pick<RequestSyntax, 'headers'> | undefined): string {
  if (form.mediaType !== 'multipart/form-data') return formSnippet(form, 1);
  const boundary = boundaryOf((request && headerOf(request, 'Content-Type')?.value.text) ?? '');
  return partsSnippet(form, boundary ?? usualBoundary, 1);
}

/** Without required fields, the first one shows the form. */
function shownFields({ shape }: FormBody): readonly Field[] {
  const required = shape.fields.filter((field) => field.required === true);
  return required.length > 0 ? required : shape.fields.slice(0, 1);
}

function formSnippet(form: FormBody, firstStop: number): string {
  return shownFields(form)
    .map(({ name }, index) => `${escapeSnippet(name)}=$${firstStop + index}`)
    .join('&');
}

function partsSnippet(form: FormBody, boundary: string, firstStop: number): string {
  const parts = shownFields(form).map(({ name }, index) => {
    return `Content-Disposition: form-data; name="${escapeSnippet(name)}"\n\n$${firstStop + index}\n`;
  });
  const mark = `--${escapeSnippet(boundary)}`;
  return `${parts.map((part) => `${mark}\n${part}`).join('')}${mark}--`;
}
