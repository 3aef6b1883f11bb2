import type { Block } from './model';

/** `# @tag`, and `# @tags` as some write it. */
const names: ReadonlySet<string> = new Set(['tag', 'tags']);
const stated = /^[ \t]*(?:#+|\/\/+)[ \t]*@tags?(?=[\s=])/m;

/** Returns whether a text may have requests with tags. */
export function mayHaveTags(text: string): boolean {
  return text.includes('@tag') && stated.test(text);
}

/** Returns the tags of a request: `# @tag smoke, slow`, on one line or several. As for httpYac, commas are between them, and a tag may have blanks. */
export function tagsOf({ directives }: Pick<Block, 'directives'>): readonly string[] {
  return directives.flatMap(({ name, value }) => (names.has(name.text) ? tagsIn(value?.text ?? '') : []));
}

/** Returns the tags of a list with commas between them. */
export function tagsIn(list: string): readonly string[] {
  return list
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
