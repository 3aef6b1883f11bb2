// Part of docs/keyboard.md: each command with its title, its key, and the other ways to it without a mouse.
import { table } from './markdown.mjs';

/** Commands above a request, a response or a secret in it. */
const lenses = {
  'rulebook.send': 'lens above a request',
  'rulebook.explain': 'lens above a request',
  'rulebook.showRights': 'lens above the first request',
  'rulebook.copySecret': 'lens at a masked secret',
  'rulebook.keepSecret': 'lens at a masked secret',
  'rulebook.openWholeBody': 'lens at a long body',
};

/** Commands that are neither in the palette nor in a menu, and the keys that run them. */
const stated = { 'rulebook.resourceStep': '`Enter` on **Try Again**, **Enter Credential…**, **More…** or **Show Another …** in the view **Endpoints**' };

/** What the keyboard does on an item of a view, next to its context menu. */
const byEnter = {
  'rulebook.openHistoryResponse': '`Enter` on an entry of the view **History**',
  'rulebook.openResource': '`Enter` on a resource of the view **Endpoints**',
};

/**
 * Returns the part by its name, and the commands that the keyboard does not reach.
 * @param {any} manifest package.json with its texts
 * @returns {{ parts: ReadonlyMap<string, string>, problems: readonly string[] }}
 */
export function keyboardParts({ contributes }) {
  const { commands, keybindings, menus, views } = contributes;
  const hidden = new Set(menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command));
  const names = new Map(Object.values(views).flat().map(({ id, name }) => [id, name]));
  const problems = [];
  const rows = commands.map(({ command, title, category }) => {
    const isInPalette = !hidden.has(command);
    const elsewhere = [...placesOf(command, menus, names), lenses[command], byEnter[command], stated[command]];
    const places = elsewhere.filter((place) => place !== undefined);
    if (!isInPalette && places.length === 0) problems.push(`${command} is not reached by the keyboard: neither palette nor menu`);
    const key = keybindings.find((one) => one.command === command && keymapsOf(one).length === 0);
    return [
      isInPalette ? `${category}: ${title}` : `${title} (not in the palette)`,
      key === undefined ? '' : keysOf(key),
      [...new Set(places)].join('; '),
    ];
  });
  const parts = new Map([
    ['keyboard-commands', table(['Command', 'Key', 'Also'], rows)],
    ['keyboard-keymaps', keymaps(commands, keybindings)],
  ]);
  return { parts, problems: [...problems, ...onlyInline(menus)] };
}

/** Returns the keys that the setting `rulebook.keymap` adds: a row for each command, a column for each extension. */
function keymaps(commands, keybindings) {
  const added = keybindings.filter((one) => keymapsOf(one).length > 0);
  const names = [...new Set(added.flatMap(keymapsOf))].sort().reverse();
  const rows = commands
    .filter(({ command }) => added.some((one) => one.command === command))
    .map(({ command, title, category }) => [
      `${category}: ${title}`,
      ...names.map((name) => {
        const key = added.find((one) => one.command === command && keymapsOf(one).includes(name));
        return key === undefined ? '' : keysOf(key);
      }),
    ]);
  return table(['Command', ...names.map((name) => `\`${name}\``)], rows);
}

/** Returns the values of the setting with which a key holds; none when it always does. */
function keymapsOf({ when = '' }) {
  const [, one, several] = /config\.rulebook\.keymap (?:== '([^']+)'|=~ \/\^\(([^)]+)\)\$\/)/.exec(when) ?? [];
  return one === undefined ? (several?.split('|') ?? []) : [one];
}

/** A button at an item is for the mouse; the context menu must have the same. */
function onlyInline(menus) {
  const isInline = ({ group }) => group?.startsWith('inline') === true;
  const ofItems = menus['view/item/context'];
  const inMenu = new Set(ofItems.filter((entry) => !isInline(entry)).map(({ command }) => command));
  return ofItems
    .filter((entry) => isInline(entry) && !inMenu.has(entry.command))
    .map(({ command }) => `${command} is a button at an item, and not in its context menu`);
}

function placesOf(command, menus, names) {
  const viewsOf = (menu, areInline = true) =>
    menus[menu]
      .filter((entry) => entry.command === command && (areInline || !entry.group.startsWith('inline')))
      .flatMap(({ when }) => [...when.matchAll(/view == ([\w.]+)/g)].map(([, id]) => names.get(id)));
  const has = (menu) => menus[menu].some((entry) => entry.command === command);
  return [
    has('rulebook.request') || has('editor/context') ? 'context menu of a request' : undefined,
    has('rulebook.response') ? 'context menu of a response' : undefined,
    ...viewsOf('view/item/context', false).map((name) => `context menu in the view **${name}**`),
    ...viewsOf('view/title').map((name) => `title of the view **${name}**`),
    has('explorer/context') ? 'context menu in the Explorer' : undefined,
    has('file/newFile') ? '**File: New File…**' : undefined,
  ];
}

function keysOf({ key, mac }) {
  const shown = (keys) => {
    const names = keys.split('+').map((one) => `${one.charAt(0).toUpperCase()}${one.slice(1)}`);
    return `\`${names.join('+')}\``;
  };
  return mac === undefined ? shown(key) : `${shown(key)}, macOS ${shown(mac)}`;
}
