// The tools from which people come, by the name of their page in docs/coming-from.

/** @type {Readonly<Record<string, string>>} */
export const tools = {
  'rest-client': 'REST Client',
  jetbrains: 'JetBrains',
  httpyac: 'httpYac',
  console: 'the Console',
  postman: 'Postman',
  bruno: 'Bruno',
  insomnia: 'Insomnia',
  hurl: 'Hurl',
  'thunder-client': 'Thunder Client',
};
