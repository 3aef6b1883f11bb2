/** One row of the documented order in which the places of a value count. */
interface PrecedenceRow {
  /** What it is, as Markdown. */
  readonly place: string;
  /** What the row means for the command line and for an editor. */
  readonly note: string;
  /** How a source of this row is named in hovers and explanations. */
  readonly example: string;
}

/** The places in which the value of a variable is looked for, the first before the others. The documentation shows this table. */
export const precedence: readonly PrecedenceRow[] = [
  { place: 'the answer to a [prompt](#prompts)', note: 'for one request', example: 'entered by you' },
  { place: '`--var name=value`', note: 'command line', example: '--var' },
  {
    place: 'a line `@name = value` of the file',
    note: 'of equal names the last one above the request',
    example: 'line 2 of the file',
  },
  {
    place: 'a line `@name = value` of an imported file',
    note: 'in the order of the imports',
    example: 'line 2 of shared.http',
  },
  {
    place: 'the chosen environment in the setting `rulebook.environments`',
    note: 'of the editor, or of `.vscode/settings.json`',
    example: 'environment dev of the setting rulebook.environments',
  },
  {
    place:
      'the chosen environment in `http-client.private.env.json`, then `.env.json.user`, then `http-client.env.json`',
    note: 'the nearest folder first',
    example: 'environment dev of http-client.private.env.json',
  },
  {
    place: '`.env.<name>`, then `<name>.env`',
    note: 'the nearest folder first',
    example: 'environment dev of .env.dev',
  },
  {
    place: 'the chosen environment in `rest-client.environmentVariables`',
    note: 'a setting, as above',
    example: 'environment dev of the setting rest-client.environmentVariables',
  },
  {
    place: 'the chosen environment in `httpyac.environmentVariables`, then in `.httpyac.json`',
    note: 'also `httpyac.config.json`, and `httpyac` in `package.json`',
    example: 'environment dev of the setting httpyac.environmentVariables',
  },
  {
    place: '`$shared` of the same places',
    note: 'in the same order',
    example: 'environment $shared of http-client.private.env.json',
  },
  { place: '`.env`', note: 'the nearest folder first', example: '.env' },
];
