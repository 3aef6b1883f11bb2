import { Option } from 'commander';
import { collectOption, collectOrigin } from '../arguments';

// What several commands that send have in common.

/** Returns the option that names the endpoints which the user trusts. */
export function trustOption(): Option {
  return new Option(
    '--trust-endpoint <name>',
    'let this endpoint receive its credential from the environment, and private values; repeatable',
  )
    .argParser(collectOption)
    .default([]);
}

/** Returns the option that lets a description be fetched from anywhere. */
export function fetchOption(): Option {
  return new Option(
    '--fetch',
    'fetch a description from a host that is neither this machine nor an endpoint of rulebook.json',
  );
}

/** Returns the option that names where private values may go. */
export function originOption(): Option {
  return new Option(
    '--allow-origin <url>',
    'let private values go there: of the environment, .env, private files and kept secrets; repeatable',
  )
    .argParser(collectOrigin)
    .default([]);
}

/** Returns the option with the certificate of the client. */
export function certificateOption(): Option {
  return new Option('--cert <file>', 'present this client certificate (PEM)');
}

/** Returns the option with the key of that certificate. */
export function keyOption(): Option {
  return new Option('--key <file>', 'private key of the client certificate (PEM)');
}

/** Returns the option with further authorities. */
export function authoritiesOption(): Option {
  return new Option('--cacert <file>', 'trust the certificates of this file, too (PEM)');
}

/** Returns the option of the server for language models that says where requests may go at all. */
export function onlyWayOption(): Option {
  return new Option('--only-way <way>', 'send there only').argParser(collectOption).hideHelp();
}

/** Returns the option of that server with the ways of protected endpoints. */
export function guardedWayOption(): Option {
  return new Option('--guarded-way <way>', 'send there by a protected endpoint only')
    .argParser(collectOption)
    .hideHelp();
}
