/** What the package is called on npm, where `rulebook` is another project's; `npmName` of package.json says the same. */
export const npmName = 'rulebook-http';
