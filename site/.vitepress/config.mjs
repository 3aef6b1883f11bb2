// The documentation site. `tools/site.mjs` fills the folder of the pages first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepPlaceholders, slugOf } from '../build/markdown.mjs';
import { documentationSidebar, rulesSidebar } from '../build/navigation.mjs';

const root = join(import.meta.dirname, '../..');
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { description, version } = read('package.json');
const base = process.env.RULEBOOK_SITE_BASE ?? '/';
const documentation = documentationSidebar();

/** @type {import('vitepress').UserConfig<import('vitepress').DefaultTheme.Config>} */
const config = {
  srcDir: '.pages',
  outDir: process.env.RULEBOOK_SITE_OUT ?? join(root, 'dist/site'),
  cacheDir: '.cache',
  base,
  lang: 'en',
  title: 'Rulebook',
  description,
  cleanUrls: false,
  lastUpdated: false,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
    ['meta', { name: 'theme-color', content: '#1b3f73' }],
    ['meta', { name: 'referrer', content: 'no-referrer' }],
  ],
  markdown: {
    languages: [{ ...read('syntaxes/http.tmLanguage.json'), name: 'http', aliases: ['rest'] }],
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slugOf },
    headers: false,
    config: keepPlaceholders,
  },
  themeConfig: {
    logo: '/icon.svg',
    siteTitle: 'Rulebook',
    nav: [
      { text: 'Get started', link: '/get-started' },
      { text: 'Documentation', link: '/documentation', activeMatch: '^/(documentation|coming-from)' },
      { text: 'Rules', link: '/rules/', activeMatch: '^/rules/' },
      { text: 'Playground', link: '/playground' },
    ],
    sidebar: { '/rules/': rulesSidebar(), '/': documentation },
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { detailedView: true } },
    footer: { message: `Rulebook ${version}, under the MIT licence. This page loads nothing from elsewhere.` },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
};

export default config;
