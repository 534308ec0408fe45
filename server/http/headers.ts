const YEAR = 365 * 24 * 3600;

const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join(';');

/**
 * What pages of ours may do. Nothing may come from elsewhere; 'wasm-unsafe-eval' is the barcode reader's, inline
 * styles are the component library's. Over plain http (a venue's own network) nothing may insist on https.
 */
export function securityHeaders(publicUrl: string | null): Readonly<Record<string, string>> {
  const https = publicUrl?.startsWith('https:') === true;
  return {
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The filters that old browsers had could be turned against a page.
    'x-xss-protection': '0',
    // These only mean something over https, and browsers complain otherwise.
    ...(https && {
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'strict-transport-security': `max-age=${YEAR}; includeSubDomains`,
    }),
  };
}

/** What browsers know and pages of ours never ask for; names that a browser does not know would fill its console. */
const NEVER = [
  ...['accelerometer', 'bluetooth', 'clipboard-read', 'display-capture', 'encrypted-media', 'geolocation'],
  ...['gyroscope', 'hid', 'idle-detection', 'magnetometer', 'microphone', 'midi', 'payment'],
  ...['picture-in-picture', 'publickey-credentials-get', 'serial', 'usb', 'xr-spatial-tracking'],
];

/** The camera reads tickets, and the screen stays on at a door; nothing else, also for whatever slips in. */
export const PERMISSIONS_POLICY = [
  ...['camera=(self)', 'screen-wake-lock=(self)'],
  ...NEVER.map((name) => `${name}=()`),
].join(', ');
