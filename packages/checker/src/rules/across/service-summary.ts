import type { Binding, CheckContext } from '../../binding/model';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { BlockSummary } from './summary';

/** What rules about one service remember of each request, next to what every summary has. Rules that share it share the object. */
export interface ServiceSummary<Content = unknown> {
  /** Its name among those of all services. */
  readonly name: string;
  /** Returns what is remembered of a request; undefined when it is nothing. It is plain JSON, and contains no secret and no body. */
  readonly of: (block: Block, binding: Binding, context: CheckContext) => Content | undefined;
  /** Whether anything can be remembered of a request of this operation; asked once for each. Absent: of any. */
  readonly concerns?: Concerns | undefined;
  /**
   * Returns what is enough of a request while no other of its place in the file wants more, as of a document while there is no mapping; undefined
   * where it is the whole.
   */
  readonly outline?: ((block: Block, binding: Binding) => Outlined<Content> | undefined) | undefined;
  /** Returns the place, such as an index, whose requests are not enough in outline, because of what the summary remembers. */
  readonly wantsWhole?: ((summary: Remembering) => string | undefined) | undefined;
  /** Returns what a summary remembers. */
  readonly in: (summary: Remembering) => Content | undefined;
}

type Remembering = Pick<BlockSummary, 'own'>;

interface Outlined<Content> {
  readonly place: string;
  readonly content: Content;
}

type Concerns = (operation: Operation, service: Service) => boolean;

/** Returns the summary of a name that is made by a function, of requests of the operations that it concerns. */
export function serviceSummary<Content>(
  name: string,
  of: ServiceSummary<Content>['of'],
  options: Pick<ServiceSummary<Content>, 'concerns' | 'outline' | 'wantsWhole'> = {},
): ServiceSummary<Content> {
  const { concerns, outline, wantsWhole } = options;
  // All of one form, since each is asked about each request.
  return { name, of, concerns, outline, wantsWhole, in: ({ own }) => own?.[name] as Content | undefined };
}
