// The navigation: what docs/README.md and docs/rules/README.md list, in their order.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { sitePaths } from './pages.mjs';

/** @typedef {{ text: string, link?: string, items?: SidebarItem[] }} SidebarItem an entry as VitePress takes it */

const root = join(import.meta.dirname, '../..');

/**
 * Returns the sidebar of the documentation: a group for each section of docs/README.md.
 * @returns {SidebarItem[]}
 */
export function documentationSidebar() {
  return sectionsOf('docs/README.md').map(({ title, text }) => ({
    text: title,
    items: text
      .split(/\n(?=- )/)
      .filter((item) => item.startsWith('- '))
      .map((item) => itemOf(item.slice(2))),
  }));
}

/**
 * Returns the sidebar of the rules: a group for each category of docs/rules/README.md.
 * @returns {SidebarItem[]}
 */
export function rulesSidebar() {
  const groups = sectionsOf('docs/rules/README.md')
    .map(({ title, text }) => ({ text: title, items: tableLinks(text) }))
    .filter(({ items }) => items.length > 0);
  return [{ text: 'All rules', link: '/rules/' }, ...groups];
}

/** @param {string} item an entry of a list; one that does not begin with its link is a group */
function itemOf(item) {
  const links = linksIn(item, 'docs/README.md');
  const [first] = links;
  if (first && item.startsWith('[')) return first;
  const [text = ''] = item.split(/[,:]/);
  return { text, items: links };
}

/** @param {string} text */
function tableLinks(text) {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ['))
    .flatMap((line) => linksIn(line, 'docs/rules/README.md').slice(0, 1));
}

/**
 * @param {string} text
 * @param {string} page the page that it is on
 */
function linksIn(text, page) {
  const paths = sitePaths();
  return [...text.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)].flatMap(([, label = '', target = '']) => {
    const path = paths.get(posix.join(posix.dirname(page), target));
    return path === undefined ? [] : [{ text: label, link: `/${path.replace(/(index)?\.md$/, '')}` }];
  });
}

/** @param {string} page */
function sectionsOf(page) {
  const [, ...sections] = readFileSync(join(root, page), 'utf8').split(/^## /m);
  return sections.map((section) => {
    const end = section.indexOf('\n');
    return { title: section.slice(0, end).trim(), text: section.slice(end + 1) };
  });
}
