import { toCanvas } from 'qrcode';

/** Width of the picture, and height of the strip below the code, in px (specification 1 §9). */
export const BARCODE_WIDTH = 300;
export const CAPTION_HEIGHT = 70;

/** The client's number as a QR code with name and number below, as JPEG. */
export async function barcodeJpeg(number: string, name: string): Promise<Blob> {
  const code = document.createElement('canvas');
  await toCanvas(code, number, { width: BARCODE_WIDTH, margin: 2, errorCorrectionLevel: 'M' });
  const picture = document.createElement('canvas');
  picture.width = BARCODE_WIDTH;
  picture.height = BARCODE_WIDTH + CAPTION_HEIGHT;
  const pen = picture.getContext('2d');
  if (pen === null) throw new Error('this browser cannot draw');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.drawImage(code, 0, 0, BARCODE_WIDTH, BARCODE_WIDTH);
  pen.fillStyle = '#000';
  pen.textAlign = 'center';
  const room = BARCODE_WIDTH - 24;
  pen.font = '600 18px system-ui, sans-serif';
  pen.fillText(name, BARCODE_WIDTH / 2, BARCODE_WIDTH + 22, room);
  pen.font = '16px ui-monospace, monospace';
  pen.fillText(number, BARCODE_WIDTH / 2, BARCODE_WIDTH + 48, room);
  return new Promise((resolve, reject) => {
    picture.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture could not be made')) : resolve(blob)),
      'image/jpeg',
      0.92,
    );
  });
}
