import type { Binding } from '../binding/model';
import type { Target } from '../binding/target';
import type { ServiceId } from '../catalogue/facts';
import type { Service } from '../catalogue/service';
import type { Block } from '../syntax/model';
import type { FileUse } from './file-use';

/** What completion of a request line knows beside the cursor. */
export interface LineContext {
  readonly block: Block;
  readonly binding: Binding | undefined;
  /** The services that the request can belong to; with the operations of their published descriptions where these are needed. */
  readonly services: readonly Service[];
  /** The services of `rulebook.json` that have no document. */
  readonly own: ReadonlySet<ServiceId>;
  /** The services that the request probably goes to: those of the requests around it, or those with an endpoint. */
  readonly likely: ReadonlySet<ServiceId>;
  readonly use: FileUse;
  readonly target: Target;
}
