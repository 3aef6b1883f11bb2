import type { FormBody, OperationExample, Operation, RequestBody } from '@rulebook/catalogue/operation';
import { headerOf } from '@rulebook/checker/binding/model';
import { boundaryOf } from '@rulebook/request-file/syntax/bodies/multipart';
import type { RequestSyntax } from '@rulebook/request-file/syntax/model';
import { plainLine } from '@rulebook/catalogue/markdown/foreign-markdown';
import { bodySnippet, escapeSnippet, joinSnippets, linesSnippet, shapeSnippet } from './snippet';

/** A minimal body as a snippet. */
interface BodySkeleton {
  readonly text: string;
  /** Its media type, if it is not JSON. */
  readonly mediaType?: string;
}

/** Returns a minimal body of an operation: JSON, lines of JSON or the fields of a form. */
export function bodySkeleton({ shape, actions, lines, forms = [], mediaTypes = [] }: RequestBody): BodySkeleton {
  if (actions) return { text: linesSnippet(actions, shape), mediaType: typeOfLines };
  if (lines) {
    const texts = lines.map((line) =>
      shapeSnippet(line, '')
        .split('\n')
        .map((one) => one.trim())
        .join(' '),
    );
    return { text: joinSnippets(texts, '\n'), mediaType: typeOfLines };
  }
  if (mediaTypes.length === 0 || mediaTypes.some((type) => /\bjson\b/i.test(type)))
    return { text: bodySnippet(shape, '  ') };
  const form = forms.find(({ mediaType }) => mediaType === 'application/x-www-form-urlencoded') ?? forms[0];
  if (form) {
    const isMultipart = form.mediaType === 'multipart/form-data';
    const mediaType = isMultipart ? `${form.mediaType}; boundary=${usualBoundary}` : form.mediaType;
    return { text: formSkeleton(form), mediaType };
  }
  // A media type with a wildcard names none.
  const mediaType = mediaTypes[0]?.includes('*') ? undefined : mediaTypes[0];
  return mediaType === undefined ? { text: bodySnippet(shape, '  ') } : { text: '$1', mediaType };
}

/** Longer examples are not read before they are inserted. */
const longestExample = 10_000;
const maxExamples = 5;

/** Returns the request bodies that a description shows for an operation. */
export function exampleBodies({
  examples = [],
}: Operation): readonly { readonly title: string; readonly text: string }[] {
  return examples
    .flatMap((example) => {
      const text = textOfExample(example);
      return text === undefined || text.length > longestExample ? [] : [{ title: plainLine(example.title, 60), text }];
    })
    .slice(0, maxExamples);
}

function textOfExample({ body, status }: OperationExample): string | undefined {
  if (body === undefined || status !== undefined) return undefined;
  return 'text' in body ? body.text : JSON.stringify(body.value, null, 2);
}

const usualBoundary = 'part';
const typeOfLines = 'application/x-ndjson';

/** Returns the required fields of the form of a request as a snippet. */
export function formSkeleton(form: FormBody, request?: RequestSyntax): string {
  const required = form.shape.fields.filter((field) => field.required === true);
  // Without required fields, the first one shows the form.
  const shown = required.length > 0 ? required : form.shape.fields.slice(0, 1);
  const names = shown.map(({ name }) => escapeSnippet(name));
  if (form.mediaType !== 'multipart/form-data') {
    return joinSnippets(
      names.map((name) => `${name}=$1`),
      '&',
    );
  }
  const boundary = boundaryOf((request && headerOf(request, 'Content-Type')?.value.text) ?? '') ?? usualBoundary;
  const mark = `--${escapeSnippet(boundary)}`;
  const parts = names.map((name) => `${mark}\nContent-Disposition: form-data; name="${name}"\n\n$1\n`);
  return joinSnippets([...parts, `${mark}--`]);
}
