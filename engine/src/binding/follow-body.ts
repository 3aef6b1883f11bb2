import type { Catalogue } from '../catalogue/service';
import { isLargeBody, blockEditOf, type BlockEdit } from '../syntax/edit-block';
import type { Block } from '../syntax/model';
import { bindBlock } from './bind-block';
import type { Definitions } from './destination';
import type { Binding, CheckContext } from './model';
import { rebindBody, type BoundChange } from './rebind-body';

/** A binding that took over the values of a former one. */
export interface BindingEdit {
  readonly former: Binding;
  readonly text: BlockEdit;
  readonly values: BoundChange;
}

interface Kept {
  readonly context: CheckContext;
  readonly binding: Binding;
}

const edits = new WeakMap<Binding, BindingEdit>();

/** Returns the binding whose values this one took over. */
export function bindingEditOf(binding: Binding): BindingEdit | undefined {
  return edits.get(binding);
}

/** Removes the link to the former binding, which keeps that one alive. */
export function forgetBindingEdit(binding: Binding): void {
  edits.delete(binding);
}

/** Creates a binder that caches the bindings of large bodies, and binds only the changed part of an edited one. */
export function createBinder(
  catalogueIn: (context: CheckContext) => Catalogue,
): (block: Block, context: CheckContext, definitions?: Definitions) => Binding | undefined {
  const kept = new WeakMap<Block, Kept>();
  return (block, context, definitions) => {
    if (!isLargeBody(block)) return bindBlock(block, context, catalogueIn(context), definitions);
    const known = kept.get(block);
    if (known?.context === context) return known.binding;
    const text = blockEditOf(block);
    const former = text && kept.get(text.former);
    if (text === undefined || former?.context !== context || former.binding.body === undefined) {
      return remembered(block, context, bindBlock(block, context, catalogueIn(context)));
    }
    kept.delete(text.former);
    edits.delete(former.binding);
    const values = rebindBody(former.binding.body, text.change);
    const binding = remembered(
      block,
      context,
      bindBlock(block, context, catalogueIn(context), undefined, values?.root),
    );
    if (binding && values) edits.set(binding, { former: former.binding, text, values });
    return binding;
  };

  function remembered(block: Block, context: CheckContext, binding: Binding | undefined) {
    if (binding) kept.set(block, { context, binding });
    return binding;
  }
}
