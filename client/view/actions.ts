import type { ActionModel } from '../src/response/view/view-model';
import { button, element } from './elements';

/** Returns the actions of a response: the usual ones as buttons, the others in a menu. */
export function toolbarOf(
  actions: readonly ActionModel[],
  words: { readonly actions: string; readonly further: string },
  run: (id: string) => void,
): Node {
  const further = actions.filter(({ isFurther }) => isFurther === true);
  const usual = actions.filter(({ isFurther }) => isFurther !== true);
  const made = usual.map(({ id, label, isFirst }) =>
    button(label, () => run(id), { class: isFirst === true ? 'action first' : 'action second' }),
  );
  const menu = further.length === 0 ? [] : menuOf(further, words.further, run);
  return element('div', { class: 'actions', role: 'toolbar', 'aria-label': words.actions }, [...made, ...menu]);
}

function menuOf(actions: readonly ActionModel[], label: string, run: (id: string) => void): readonly Node[] {
  const list = element('div', { class: 'menu', popover: 'auto', role: 'menu', 'aria-label': label });
  const opener = button('⋯', () => list.togglePopover(), {
    class: 'action second',
    'aria-label': label,
    'aria-haspopup': 'menu',
    title: label,
  });
  const items = actions.map(({ id, label: text }) =>
    button(
      text,
      () => {
        list.hidePopover();
        run(id);
      },
      { class: 'item', role: 'menuitem', tabindex: '-1' },
    ),
  );
  list.append(...items);
  list.addEventListener('toggle', (event) => {
    const isOpen = (event as ToggleEvent).newState === 'open';
    opener.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) return;
    const { right, bottom } = opener.getBoundingClientRect();
    list.style.top = `${bottom + 2}px`;
    list.style.left = `${Math.max(4, right - list.offsetWidth)}px`;
    items[0]?.focus();
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = items.findIndex((item) => item === document.activeElement);
    items.at((at + step) % items.length)?.focus();
  });
  return [opener, list];
}
