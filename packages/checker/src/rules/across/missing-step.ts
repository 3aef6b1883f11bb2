import type { Binding } from '../../binding/model';
import type { Catalogue } from '@rulebook/catalogue/service';
import type { Operation } from '@rulebook/catalogue/operation';
import type { LifeNote, ResourceEffect } from '@rulebook/catalogue/resource-life';
import type { Finding, Fix } from '../rule';
import { quoted } from '../support/wording';

/** Returns the fix that inserts the requests that are missing before the request of the finding. */
export function missingStepFixes(finding: Finding, binding: Binding, catalogue: Catalogue): readonly Fix[] {
  const effect = binding.operation?.effect;
  const note = effect && noteOf(effect, finding);
  const operations = (note?.missing ?? []).flatMap((id) => operationOf(id, catalogue) ?? []);
  const named = effect && binding.path.find(({ field }) => field.name === effect.name);
  if (operations.length === 0 || named === undefined) return [];
  const { text } = binding.block;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const requests = operations.map((operation) => requestOf(operation, named.text, binding).join(lineEnd));
  // A block begins with `###` or with its request line; either separates it from the inserted requests.
  const hasSeparator = text.startsWith('###');
  const inserted = requests.map((request) => `${hasSeparator ? `###${lineEnd}` : ''}${request}${lineEnd}${lineEnd}`);
  const titles = operations.map(({ path }) => quoted(path.slice(path.lastIndexOf('/') + 1)));
  return [
    {
      title: `Insert ${titles.join(' and ')} before`,
      edits: [{ span: { start: 0, end: 0 }, newText: inserted.join('') }],
      isSafe: false,
    },
  ];
}

function noteOf({ life, step }: ResourceEffect, { message, rule }: Finding): LifeNote | undefined {
  const notes = life.transitions.flatMap((transition) =>
    transition.step === step && transition.note?.rule === rule ? [transition.note] : [],
  );
  return notes.find((note) => message.startsWith(note.message.replace(/\.$/, '')));
}

function operationOf(id: string, { services }: Catalogue): Operation | undefined {
  return services.flatMap(({ operations }) => operations).find((operation) => operation.id === id);
}

/** The inserted request goes to the same endpoint. Only header fields with placeholders are copied, because others may contain a secret. */
function requestOf(operation: Operation, name: string, { block, request, segments }: Binding): readonly string[] {
  const directives = block.directives.filter(({ name: { text } }) =>
    ['endpoint', 'target', 'deployment'].includes(text),
  );
  const { origin, path } = request.target;
  const own = segments[0];
  const base = own === undefined ? '/' : block.text.slice(path.span.start, own.span.start);
  const target = operation.path.slice(1).replace(/\{\w+\}/g, () => name);
  const lines = directives.map(({ span }) => block.text.slice(span.start, span.end).trimEnd());
  lines.push(`${operation.methods[0] ?? ''} ${origin?.text ?? ''}${base}${target}`);
  for (const header of request.headers) {
    if (header.hasPlaceholder && header.sharedBy === undefined) lines.push(`${header.name.text}: ${header.value.text}`);
  }
  return lines;
}
