import { afterEach, expect, it, vi } from 'vitest';
import { fetchParts } from './fetchParts.ts';

afterEach(() => vi.unstubAllGlobals());

it('asks again for what did not come, and only for that', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/c.js">';
  const asked: string[] = [];
  const answers: Record<string, () => Promise<Response>> = {
    '/a.js': () => Promise.resolve(new Response('a')),
    '/b.js': () => Promise.reject(new TypeError('no network')),
  };
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    return answers[pathname]?.();
  });
  await expect(fetchParts(['/a.js', '/b.js'])).rejects.toThrow('no network');
  answers['/b.js'] = () => Promise.resolve(new Response('', { status: 502 }));
  await expect(fetchParts(['/a.js', '/b.js'])).rejects.toThrow('502');
  answers['/b.js'] = () => Promise.resolve(new Response('b'));
  await fetchParts(['/a.js', '/b.js', '/c.js']);
  expect(asked).toEqual(['/a.js', '/b.js', '/b.js', '/b.js']);
});
