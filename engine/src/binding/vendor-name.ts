import type { HeaderField } from '../syntax/model';

const spellings: Readonly<Record<string, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea',
  vendor: 'Vendor',
};

/** Turns the documents' neutral `X-Vendor-…` into the vendor's own header name. */
export function vendorHeaderName(name: string, vendor: string | undefined): string {
  if (!vendor || vendor === 'vendor') return name;
  return name.replace(/^X-Vendor-/, `X-${spellings[vendor.toLowerCase()] ?? vendor}-`);
}

/** Turns `application/vnd.vendor+json` into the vendor's own media type. */
export function vendorMediaType(text: string, vendor: string | undefined): string {
  return vendor ? text.replace('vnd.vendor', `vnd.${vendor.toLowerCase()}`) : text;
}

/** Turns all neutral names within a text for people into the vendor's own. */
export function inVendorTerms(text: string, vendor: string | undefined): string {
  if (!vendor || vendor === 'vendor') return text;
  return text
    .replace(/\bX-Vendor-[\w-]*/g, (name) => vendorHeaderName(name, vendor))
    .replace(/\bvnd\.vendor\b/g, `vnd.${vendor.toLowerCase()}`);
}

/** Returns the vendor whose names the header fields have, or undefined. */
export function vendorIn(headers: readonly HeaderField[]): string | undefined {
  for (const { name, value } of headers) {
    const vendor = /^X-([A-Za-z]+)-Api-Version$/i.exec(name.text)?.[1] ?? /\bvnd\.([a-z]+)\b/i.exec(value.text)?.[1];
    if (vendor !== undefined) return vendor.toLowerCase();
  }
  return undefined;
}

/** Turns a vendor's header name back into the documents' neutral one; without a known vendor, any vendor's. */
export function neutralHeaderName(name: string): string {
  return name.replace(/^X-(?!Hub-)[A-Za-z]+-(?=(?:Api-Version|Event|Delivery|Hook-)\b|Hook-)/i, 'X-Vendor-');
}
