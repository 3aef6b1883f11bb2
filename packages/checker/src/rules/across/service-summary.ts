import type { Binding, CheckContext } from '../../binding/model';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { BlockSummary } from './summary';

/** What rules about one service remember of each request, next to what every summary has. Rules that share it share the object. */
export interface ServiceSummary<Content = unknown> {
  /** Its name among those of all services. */
  readonly name: string;
  /** Returns what is remembered of a request; undefined when it is nothing. It is plain JSON, and contains no secret and no body. */
  readonly of: (block: Block, binding: Binding, context: CheckContext) => Content | undefined;
  /** Returns what a summary remembers. */
  readonly in: (summary: BlockSummary) => Content | undefined;
}

/** Returns the summary of a name that is made by a function. */
export function serviceSummary<Content>(name: string, of: ServiceSummary<Content>['of']): ServiceSummary<Content> {
  return { name, of, in: ({ own }) => own?.[name] as Content | undefined };
}
