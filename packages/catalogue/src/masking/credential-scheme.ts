/** The scheme in front of a credential, with the space behind it. */
export const credentialScheme = /^(?:ApiKey|Bearer|Basic|Digest|token)[ \t]+/i;
