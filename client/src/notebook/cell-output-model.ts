import type { ViewModel, ViewWords } from '../response/view/view-model';

/** What the renderer is given. The script of the renderer has the same type, so nothing here needs the editor. */
export interface CellOutputModel {
  readonly words: ViewWords;
  /** The requests in the order in which they were sent; the last one is shown. */
  readonly shown: readonly { readonly model: ViewModel; readonly label: string; readonly hasFailed: boolean }[];
}
