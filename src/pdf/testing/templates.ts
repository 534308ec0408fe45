import { degrees, PDFDocument, PDFName, PDFNumber, rgb, StandardFonts, type PDFPage } from '@cantoo/pdf-lib';

/* PDFs as organisers bring them: each with one thing that a careless program stumbles over. */

/** A4 with a grey bar along the upper edge as it is seen, so that a test knows which way is up. */
export async function plainTemplate(pageCount = 1): Promise<Uint8Array> {
  const doc = await PDFDocument.create();
  for (let index = 0; index < pageCount; index++) {
    const page = doc.addPage([595, 842]);
    page.drawRectangle({ x: 0, y: 822, width: 595, height: 20, color: rgb(0.2, 0.2, 0.2) });
  }
  return doc.save();
}

/** One page of about so many bytes, which no packing makes less. */
export async function heavyTemplate(bytes: number): Promise<Uint8Array> {
  const doc = await PDFDocument.load(await plainTemplate());
  const [page] = doc.getPages();
  const noise = Buffer.concat(
    Array.from({ length: Math.ceil(bytes / 65_536) }, () =>
      Buffer.from(crypto.getRandomValues(new Uint8Array(65_536))),
    ).map((part) => new Uint8Array(part)),
  );
  // A comment of letters: a quarter of it packs away.
  if (page) addContent(doc, page, `% ${noise.toString('base64')}\n`);
  return doc.save();
}

/** Turned by so many degrees; its content is drawn so that the bar is at the top of what is seen. */
export async function turnedTemplate(angle: 90 | 180 | 270): Promise<Uint8Array> {
  const doc = await PDFDocument.create();
  const page = doc.addPage([842, 595]);
  page.setRotation(degrees(angle));
  const bars = {
    90: { x: 0, y: 0, width: 20, height: 595 },
    180: { x: 0, y: 0, width: 842, height: 20 },
    270: { x: 822, y: 0, width: 20, height: 595 },
  };
  page.drawRectangle({ ...bars[angle], color: rgb(0.2, 0.2, 0.2) });
  return doc.save();
}

/** A crop box that does not begin at the origin, in a media box that does not either. */
export async function croppedTemplate(): Promise<Uint8Array> {
  const doc = await PDFDocument.create();
  const page = doc.addPage([700, 900]);
  page.setMediaBox(-50, -30, 700, 900);
  page.setCropBox(40, 60, 400, 600);
  page.drawRectangle({ x: 40, y: 640, width: 400, height: 20, color: rgb(0.2, 0.2, 0.2) });
  return doc.save();
}

/** Its unit is not a point: what is `width` times `height` points on paper is so many times less in the file. */
export async function unitTemplate(
  unit: number,
  { width = 595, height = 842, angle = 0 as 0 | 90, offset = 0 } = {},
): Promise<Uint8Array> {
  const doc = await PDFDocument.create();
  const page = doc.addPage([1, 1]);
  const [across, up] = (angle === 90 ? [height, width] : [width, height]).map((side) => side / unit);
  page.setMediaBox(offset, -offset, across ?? 0, up ?? 0);
  page.setRotation(degrees(angle));
  page.node.set(PDFName.of('UserUnit'), PDFNumber.of(unit));
  const bar = 20 / unit;
  const place =
    angle === 90
      ? { x: offset, y: -offset, width: bar, height: up ?? 0 }
      : { x: offset, y: -offset + (up ?? 0) - bar, width: across ?? 0, height: bar };
  page.drawRectangle({ ...place, color: rgb(0.2, 0.2, 0.2) });
  return doc.save();
}

/** Encrypted; everybody may open it, nobody may change it. */
export async function encryptedTemplate(userPassword = ''): Promise<Uint8Array> {
  return encrypted(await plainTemplate(), userPassword);
}

export async function encrypted(bytes: Uint8Array, userPassword = ''): Promise<Uint8Array> {
  const doc = await PDFDocument.load(bytes);
  doc.encrypt({ userPassword, ownerPassword: 'owner', permissions: { modifying: false } });
  return doc.save({ useObjectStreams: false });
}

/** All at once: encrypted, turned, and cropped away from the origin. */
export async function lockedTurnedTemplate(): Promise<Uint8Array> {
  const doc = await PDFDocument.create();
  const page = doc.addPage([900, 700]);
  page.setMediaBox(-30, -50, 900, 700);
  page.setCropBox(60, 40, 600, 400);
  page.setRotation(degrees(90));
  page.drawRectangle({ x: 60, y: 40, width: 20, height: 400, color: rgb(0.2, 0.2, 0.2) });
  return encrypted(await doc.save());
}

/** A form whose field is filled in. */
export async function formTemplate(): Promise<Uint8Array> {
  const doc = await PDFDocument.load(await plainTemplate());
  const [page] = doc.getPages();
  const field = doc.getForm().createTextField('place');
  field.setText('Montreux');
  if (page) field.addToPage(page, { x: 100, y: 500, width: 200, height: 40, borderWidth: 0 });
  return doc.save();
}

/** Two pages with the very same dictionary of resources, inherited from their parent, with fonts under usual names. */
export async function sharedTemplate(): Promise<Uint8Array> {
  const doc = await PDFDocument.create();
  const font = await doc.embedFont(StandardFonts.HelveticaBold);
  const pages = [doc.addPage([595, 842]), doc.addPage([595, 842])];
  for (const page of pages) page.drawText('SHARED', { x: 100, y: 700, size: 40, font });
  const resources = pages[0]?.node.Resources();
  const parent = pages[0]?.node.Parent();
  if (resources !== undefined) parent?.set(PDFName.of('Resources'), doc.context.register(resources));
  for (const page of pages) page.node.delete(PDFName.of('Resources'));
  return doc.save();
}

/** Leaves its coordinates turned, its colours changed and its clipping path set at the end of its content. */
export async function untidyTemplate(): Promise<Uint8Array> {
  const doc = await PDFDocument.load(await plainTemplate());
  const [page] = doc.getPages();
  if (page) addContent(doc, page, '0.5 0 0 0.5 100 100 cm 1 0 0 rg 0 0 10 10 re W n q q 1 0 0 1 50 50 cm');
  return doc.save();
}

function addContent(doc: PDFDocument, page: PDFPage, content: string): void {
  page.node.addContentStream(doc.context.register(doc.context.flateStream(content)));
}
