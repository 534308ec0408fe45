import { createServer, request } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { listenAnywhere } from '../support/port.ts';
import { offlineReady } from '../support/serviceWorker.ts';

const PORTAL = '<!doctype html><h1>Welcome to the hotel</h1>';

/** A network before which somebody stands who, once `from` was asked for, answers all with a page of their own. */
async function portalBefore(target: string, from: RegExp) {
  let isOver = false;
  const told = { url: '', isShut: false, answered: 0, open: () => {}, close: () => {} };
  const server = createServer((asked, reply) => {
    if (told.isShut) {
      told.answered += 1;
      reply.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL);
      return;
    }
    told.isShut = !isOver && from.test(asked.url ?? '');
    const { method = 'GET', headers } = asked;
    const passed = request(new URL(asked.url ?? '/', target), { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    reply.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  told.url = `http://127.0.0.1:${await listenAnywhere(server)}`;
  told.open = () => {
    told.isShut = false;
    isOver = true;
  };
  told.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return told;
}

const keptOfPortal = (page: Page) =>
  page.evaluate(async (portal) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys()) {
        const text = await (await cache.match(key))?.text();
        if (text === portal) found.push(new URL(key.url).pathname);
      }
    }
    return found;
  }, PORTAL);

for (const [when, from] of [
  ['the app is installed', /^\/sw\.js/],
  ['its later parts come', /pdf\.worker/],
] as const) {
  test(`what a portal answers while ${when} is not kept for the app [PWA-01]`, async ({ device, world }) => {
    const portal = await portalBefore(world.url, from);
    try {
      const event = await world.event();
      const own = await device({ url: portal.url, as: world.manager, serviceWorker: true });
      await own.open('/');
      await expect.poll(() => portal.answered, { timeout: 30_000 }).toBeGreaterThan(0);
      const howFar = () =>
        own.page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          return registration === undefined
            ? 'nothing'
            : registration.installing === null
              ? 'a part'
              : 'coming';
        });
      await expect.poll(howFar).not.toBe('coming');
      portal.open();
      await own.open(`/event/${event.id}`);
      await offlineReady(own.page);
      expect(await keptOfPortal(own.page)).toEqual([]);
      await own.offline();
      await own.open(`/event/${event.id}/stats`);
    } finally {
      portal.close();
    }
  });
}
