import { afterEach, expect, it, vi } from 'vitest';
import { fetchParts } from './fetchParts.ts';

afterEach(() => vi.unstubAllGlobals());

const asked: string[] = [];
const answers: Record<string, () => Promise<Response>> = {};

function answerFetches(): void {
  asked.length = 0;
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    return answers[pathname]?.();
  });
}

it('asks again for what did not come, and only for that', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/c.js">';
  answerFetches();
  answers['/a.js'] = () => Promise.resolve(new Response('a'));
  answers['/b.js'] = () => Promise.reject(new TypeError('no network'));
  await expect(fetchParts(['/a.js', '/b.js'])).rejects.toThrow('no network');
  answers['/b.js'] = () => Promise.resolve(new Response('', { status: 502 }));
  await expect(fetchParts(['/a.js', '/b.js'])).rejects.toThrow('502');
  answers['/b.js'] = () => Promise.resolve(new Response('b'));
  await fetchParts(['/a.js', '/b.js', '/c.js']);
  expect(asked).toEqual(['/a.js', '/b.js', '/b.js', '/b.js']);
});

it('fetches a file once for all parts that wait for it, and again where that failed', async () => {
  answerFetches();
  answers['/shared.js'] = () => Promise.reject(new TypeError('no network'));
  const both = [fetchParts(['/shared.js']), fetchParts(['/shared.js'])];
  expect(await Promise.allSettled(both)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(asked).toEqual(['/shared.js']);
  answers['/shared.js'] = () => Promise.resolve(new Response('shared'));
  await fetchParts(['/shared.js']);
  expect(asked).toEqual(['/shared.js', '/shared.js']);
});

it('does not fetch what the service worker has', async () => {
  answerFetches();
  answers['/new.js'] = () => Promise.resolve(new Response('new'));
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  vi.stubGlobal('caches', {
    match: async (url: string) => (url.endsWith('/kept.js') ? new Response('kept') : undefined),
  });
  await fetchParts(['/kept.js', '/new.js']);
  expect(asked).toEqual(['/new.js']);
  // A storage that fails has nothing.
  answers['/lost.js'] = () => Promise.resolve(new Response('lost'));
  vi.stubGlobal('caches', { match: () => Promise.reject(new Error('full')) });
  await fetchParts(['/lost.js']);
  expect(asked).toEqual(['/new.js', '/lost.js']);
});
