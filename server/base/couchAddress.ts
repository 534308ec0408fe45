/** Where a CouchDB is, as COUCHDB_URL says it. */
export interface CouchAddress {
  /** Of each node, without credentials and without a slash at the end. At least one. */
  nodes: readonly [string, ...string[]];
  username: string;
  password: string;
  /** Goes before the names of all databases, so that several servers can share one CouchDB; often empty. */
  prefix: string;
}

/**
 * Reads one address, or those of the nodes of a cluster with spaces between them. Credentials and prefix are
 * the same on all nodes: those of the first count, and the others may leave them out. A text is what is wrong with it.
 */
export function parseCouchAddress(text: string): CouchAddress | string {
  const urls: URL[] = [];
  for (const word of text.trim().split(/\s+/)) {
    if (!URL.canParse(word)) return 'must be an http or https address, or several with spaces between them';
    const url = new URL(word);
    if (!['http:', 'https:'].includes(url.protocol)) return 'must be an http or https address';
    if (!/^(?:\?prefix=[a-z][a-z0-9_-]{0,63})?$/.test(`${url.search}${url.hash}`))
      return 'may end with ?prefix=name- alone, of lower-case letters, digits, _ and -';
    urls.push(url);
  }
  const [first, ...others] = urls;
  if (first === undefined || first.username === '')
    return 'must hold credentials: http://user:password@host:5984';
  const isOther = (url: URL): boolean =>
    (url.username !== '' && (url.username !== first.username || url.password !== first.password)) ||
    (url.search !== '' && url.search !== first.search);
  if (others.some(isOther)) return 'must have the same credentials and prefix for all nodes';
  const nodes = new Set(urls.map(nodeOf));
  if (nodes.size < urls.length) return 'names the same node twice';
  try {
    return {
      nodes: [nodeOf(first), ...others.map(nodeOf)],
      username: decodeURIComponent(first.username),
      password: decodeURIComponent(first.password),
      prefix: first.searchParams.get('prefix') ?? '',
    };
  } catch {
    return 'holds a % that encodes nothing: write %25 for it';
  }
}

const nodeOf = ({ origin, pathname }: URL): string => `${origin}${pathname.replace(/\/+$/, '')}`;
