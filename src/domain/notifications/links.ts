const OTHER_SCHEMES = /^(?:mailto|tel):/i;
/** A guest's own link (variables.ts) as an address: nothing else may stand beside it. */
export const GUEST_LINK = /^(?:https?:\/\/)?\{\{\s*(registration_link|payment_link)\s*\}\}$/;

/**
 * Where a link that somebody typed leads: what does not begin with http gets https:// (specification 1 §5), but for addresses of
 * mail and telephone. Null for what is no address: it is ignored.
 */
export function typedLink(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (GUEST_LINK.test(text)) return text.replaceAll(/\s/g, '');
  return safeLink(/^https?:\/\//i.test(text) || OTHER_SCHEMES.test(text) ? text : `https://${text}`);
}

/** The address as it may stand in a message, or null: no scripts, no names and passwords, no other schemes. */
export function safeLink(address: string): string | null {
  // Programs differ in what they make of these within an address, so it is none.
  if (/[\s\p{Cc}<>"\\]/u.test(address)) return null;
  if (OTHER_SCHEMES.test(address) || GUEST_LINK.test(address)) return address;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (!['http:', 'https:'].includes(url.protocol)) return null;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  // As it was written: a variable in it stays one.
  return address;
}
