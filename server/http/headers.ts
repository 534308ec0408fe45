import type { FastifyHelmetOptions } from '@fastify/helmet';

const YEAR = 365 * 24 * 3600;

/**
 * What pages of ours may do. Nothing may come from elsewhere; 'wasm-unsafe-eval' is the barcode reader's, inline
 * styles are the component library's. Over plain http (a venue's own network) nothing may insist on https.
 */
export function securityHeaders(publicUrl: string | null): FastifyHelmetOptions {
  const https = publicUrl?.startsWith('https:') === true;
  return {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: YEAR } : false,
    // Both only mean something over https, and browsers complain otherwise.
    crossOriginOpenerPolicy: https ? { policy: 'same-origin' } : false,
    originAgentCluster: https,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
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
