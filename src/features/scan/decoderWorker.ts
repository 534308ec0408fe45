import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { DecodeAnswer, DecodeRequest, DecoderBroken } from './decoder.ts';

/* Reads codes off the main thread. The reader is part of the app: nothing is fetched from elsewhere at run time. */

const loading = prepareZXingModule({
  overrides: {
    locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path),
  },
  fireImmediately: true,
});
const detector = new BarcodeDetector({ formats: ['qr_code', 'code_128'] });

// A worker's messages take no target.
// eslint-disable-next-line unicorn/require-post-message-target-origin
const post = (answer: DecodeAnswer | DecoderBroken): void => self.postMessage(answer);

loading.catch((error: unknown) => post({ broken: String(error) }));

async function decode({ id, picture }: DecodeRequest): Promise<void> {
  try {
    const found = await detector.detect(picture);
    post({ id, code: found.find(({ rawValue }) => rawValue.trim() !== '')?.rawValue ?? null });
  } catch (error) {
    post({ id, code: null, error: String(error) });
  } finally {
    picture.close();
  }
}

self.addEventListener('message', (event: MessageEvent<DecodeRequest>) => void decode(event.data));
