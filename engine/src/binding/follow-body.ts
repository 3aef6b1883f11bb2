import type { Catalogue } from '../catalogue/model';
import { isLargeBody, successionOf, type Succession } from '../syntax/edit-block';
import type { Block } from '../syntax/model';
import { bindBlock } from './bind-block';
import type { Definitions } from './destination';
import type { Binding, CheckContext } from './model';
import { rebindBody, type BoundChange } from './rebind-body';

/** A binding that took over the values of a former one. */
export interface BindingSuccession {
  readonly former: Binding;
  readonly text: Succession;
  readonly values: BoundChange;
}

interface Kept {
  readonly context: CheckContext;
  readonly binding: Binding;
}

const successions = new WeakMap<Binding, BindingSuccession>();

/** Returns which binding this one took its values from. */
export function bindingSuccessionOf(binding: Binding): BindingSuccession | undefined {
  return successions.get(binding);
}

/** Forgets which binding this one took its values from, which keeps that one alive. */
export function forgetBindingSuccession(binding: Binding): void {
  successions.delete(binding);
}

/** Creates a binder that keeps what it bound of large bodies, and binds of an edited one only what the edit changed. */
export function createBinder(
  catalogue: Catalogue,
): (block: Block, context: CheckContext, definitions?: Definitions) => Binding | undefined {
  const kept = new WeakMap<Block, Kept>();
  return (block, context, definitions) => {
    if (!isLargeBody(block)) return bindBlock(block, context, catalogue, definitions);
    const known = kept.get(block);
    if (known?.context === context) return known.binding;
    const text = successionOf(block);
    const former = text && kept.get(text.former);
    if (text === undefined || former?.context !== context || former.binding.body === undefined) {
      return remembered(block, context, bindBlock(block, context, catalogue));
    }
    kept.delete(text.former);
    successions.delete(former.binding);
    const values = rebindBody(former.binding.body, text.change);
    const binding = remembered(block, context, bindBlock(block, context, catalogue, undefined, values?.root));
    if (binding && values) successions.set(binding, { former: former.binding, text, values });
    return binding;
  };

  function remembered(block: Block, context: CheckContext, binding: Binding | undefined) {
    if (binding) kept.set(block, { context, binding });
    return binding;
  }
}
