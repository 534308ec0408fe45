import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compileTemplate } from '#pdf/template/compile.ts';
import { heavyTemplate, plainTemplate } from '#pdf/testing/templates.ts';
import { Templates } from './templates.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const deflated = (bytes: Uint8Array): Uint8Array => Uint8Array.from(deflateSync(bytes));

/** A page whose content is packed so. */
function packed(content: Uint8Array, filter: string): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
  ];
  return Uint8Array.from([
    ...bytesOf(`%PDF-1.7\n${objects.map((one, at) => `${at + 1} 0 obj\n${one}\nendobj\n`).join('')}`),
    ...bytesOf(`4 0 obj\n<< /Filter ${filter} /Length ${content.length} >>\nstream\n`),
    ...content,
    ...bytesOf('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ]);
}

it('a template is read in a thread as it would be here, and what is none is refused by its fault', async () => {
  const templates = new Templates();
  const pdf = await plainTemplate();
  expect(await templates.compile(pdf)).toEqual(await compileTemplate(pdf));
  await expect(templates.compile(new Uint8Array(9))).rejects.toMatchObject({ code: 'unreadable' });
});

it('one that was read just before is not read again, as long as those asked for last are not too much', async () => {
  const templates = new Templates({ kept: 1_000_000 });
  const pdf = await plainTemplate();
  const read = await templates.compile(pdf);
  expect(await templates.compile(pdf.slice())).toBe(read);
  for (const bytes of [600_000, 700_000]) await templates.compile(await heavyTemplate(bytes));
  const again = await templates.compile(pdf);
  expect(again).not.toBe(read);
  expect(again).toEqual(read);
});

it.each([
  [
    'a few bytes that stand for gigabytes',
    60_000,
    () => packed(deflated(deflated(new Uint8Array(6e8))), '[/FlateDecode /FlateDecode]'),
  ],
  ['megabytes of nothing, which take a minute', 1000, () => bytesOf(`%PDF-1.7\n${'x'.repeat(10_000_000)}`)],
])('%s are refused, and neither hold up the server nor end it', async (_, patience, make) => {
  const templates = new Templates({ patience, memory: 150 * 1024 * 1024 });
  const hostile = make();
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  const refused = templates.compile(hostile);
  const good = templates.compile(await plainTemplate());
  await expect(refused).rejects.toMatchObject({ code: 'unreadable' });
  expect(turns).toBeGreaterThan(10);
  clearInterval(timer);
  expect((await good).pages).toHaveLength(1);
  // Known by now.
  await expect(templates.compile(hostile)).rejects.toMatchObject({ code: 'unreadable' });
});
