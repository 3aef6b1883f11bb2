import { parseEnvironmentFile } from '@rulebook/request-file/environments/parse-environment-file';
import type { EnvironmentFile, EnvironmentSection } from '@rulebook/request-file/environments/model';
import { touches, type Span } from '@rulebook/text/span';
import { placeholdersIn } from './occurrences-in';

/** A place in a file of variables where a variable or an environment is named. */
export interface EnvironmentOccurrence {
  readonly kind: 'variable' | 'environment';
  readonly role: 'definition' | 'reference';
  readonly name: string;
  /** Exactly the name; empty for an environment that only the name of the file names. */
  readonly span: Span;
  /** What it is in; absent: what `.env` holds. */
  readonly section: EnvironmentSection;
  readonly fileKind: EnvironmentFile['kind'];
  /** Of the definition of a variable: its value, unless someone else keeps it. */
  readonly value?: string;
  /** What also means the name to a user who points at it: the whole text between the braces. */
  readonly reach?: Span;
}

/** A longer file is not searched, in UTF-16 code units. */
const longest = 2_000_000;

/** Returns where a file of variables names environments and variables, in the order of the text; none for any other file. */
export function environmentOccurrences(path: string, text: string): readonly EnvironmentOccurrence[] {
  if (text.length > longest) return [];
  const file = parseEnvironmentFile(path, text);
  const found = (file?.sections ?? []).flatMap((section): EnvironmentOccurrence[] => {
    const about = { section, fileKind: file?.kind ?? 'http-client' };
    const { environment, nameSpan, variables } = section;
    return [
      ...(environment === undefined
        ? []
        : [
            {
              ...about,
              kind: 'environment' as const,
              role: 'definition' as const,
              name: environment,
              span: nameSpan ? { start: nameSpan.start + 1, end: nameSpan.end - 1 } : { start: 0, end: 0 },
            },
          ]),
      ...variables.flatMap(({ name, nameSpan, valueSpan, value }): EnvironmentOccurrence[] => [
        {
          ...{ ...about, kind: 'variable', role: 'definition', name, span: nameSpan },
          ...(value !== undefined && { value }),
        },
        ...placeholdersIn(text, valueSpan).flatMap(({ kind, name, span, reach }): EnvironmentOccurrence[] =>
          kind === 'variable' || kind === 'environment-variable'
            ? [{ ...about, kind: 'variable', role: 'reference', name, span, ...(reach && { reach }) }]
            : [],
        ),
      ]),
    ];
  });
  return found.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** Returns what a position in a file of variables means: a name, or else the placeholder around it. */
export function environmentOccurrenceAt(
  occurrences: readonly EnvironmentOccurrence[],
  offset: number,
): EnvironmentOccurrence | undefined {
  const named = occurrences.filter(({ span }) => span.end > span.start);
  return (
    named.find(({ span }) => touches(span, offset)) ??
    named.find(({ reach }) => reach !== undefined && reach.start < offset && offset < reach.end)
  );
}
