import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { TemplateBox } from '#domain/documents/templateFields.ts';
import { createRandom } from '../../server/sample/random.ts';

/* What both sides of the bench `pdf` are given: a template of 200 kB, nine texts and a code, and people. */

export const CODE = 'qr_code';
export const BOXES: readonly TemplateBox[] = [
  ...['dear', 'fullname', 'company', 'address', 'sessions_client'].map((variableKey, index) => ({
    ...{ x: 12, y: 15 + index * 9, width: 60, height: 8, pageIndex: 0, variableKey, size: 12 },
  })),
  ...['number', 'dates_sessions', 'amount', 'document_date'].map((variableKey, index) => ({
    ...{ x: 12, y: 15 + index * 9, width: 60, height: 8, pageIndex: 1, variableKey, size: 12 },
  })),
  { x: 65, y: 65, width: 25, height: 20, pageIndex: 1, variableKey: CODE },
];

/** Two pages of words and a picture's worth of noise, as a graphic designer's file has it. */
export async function makeTemplate(bytes = 200_000): Promise<Uint8Array> {
  const random = createRandom(11);
  const doc = await PDFDocument.create();
  const font = await doc.embedFont(StandardFonts.Helvetica);
  for (const title of ['Invitation', 'Programme']) {
    const page = doc.addPage([595, 842]);
    page.drawText(title, { x: 60, y: 780, size: 30, font });
    for (let line = 0; line < 40; line++) {
      page.drawText('Lorem ipsum dolor sit amet '.repeat(3), { x: 60, y: 300 - line * 6, size: 5, font });
    }
    page.drawRectangle({ x: 0, y: 820, width: 595, height: 22, color: rgb(0.1, 0.3, 0.4) });
  }
  const noise = new Uint8Array(bytes - (await doc.save()).length);
  for (let at = 0; at < noise.length; at++) noise[at] = random.int(0, 255);
  const side = Math.floor(Math.sqrt(noise.length));
  const picture = doc.context.register(
    doc.context.stream(noise.slice(0, side * side), {
      ...{ Type: 'XObject', Subtype: 'Image', Width: side, Height: side },
      ...{ ColorSpace: 'DeviceGray', BitsPerComponent: 8 },
    }),
  );
  const [page] = doc.getPages();
  page?.node.newXObject('Picture', picture);
  return doc.save();
}

export function makePeople(count: number): Record<string, string>[] {
  const random = createRandom(12);
  const name = (): string => {
    let text = '';
    for (let length = random.int(4, 10); length > 0; length--) {
      text += 'abcdefghijklmnopqrstuvwxyzéèüößłńçãő'.charAt(random.int(0, 35));
    }
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  return Array.from({ length: count }, (_, index) => {
    const [forename, surname] = [name(), name()];
    const number = `GALA-${String(index).padStart(5, '0')}-01`;
    return {
      ...{
        dear: `Chère Madame ${surname}`,
        fullname: `${forename} ${surname}`,
        company: `${name()} & ${name()} SA`,
      },
      ...{ address: `Rue ${name()} ${random.int(1, 90)}\n${random.int(1000, 9999)} ${name()}`, number },
      ...{ sessions_client: 'Dîner\nBal', dates_sessions: '12 juin 2026\n13 juin 2026', [CODE]: number },
      ...{ amount: `${random.int(10, 999)}.50 CHF`, document_date: '2 mai 2026' },
    };
  });
}
