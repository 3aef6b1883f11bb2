// What Vite and VitePress put into the modules of the theme. Not among the `types` of tsconfig.json: those must be there before
// the packages of the site are installed, when the whole tree is linted.
/// <reference types="vitepress/client" />
