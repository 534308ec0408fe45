import { afterEach, expect, it, vi } from 'vitest';
import { saveFile } from './saveFile.ts';

const picker = window as unknown as { showSaveFilePicker?: unknown };

afterEach(() => {
  delete picker.showSaveFilePicker;
});

it('[ERROR-22] closing the dialog is no error', async () => {
  picker.showSaveFilePicker = () => Promise.reject(new DOMException('The user aborted', 'AbortError'));
  await expect(saveFile(new Blob(['x']), 'a.txt')).resolves.toBe(false);
});

it('other failures are errors', async () => {
  picker.showSaveFilePicker = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  await expect(saveFile(new Blob(['x']), 'a.txt')).rejects.toThrow('no');
});

it('downloads when the click is too long ago for a dialog', async () => {
  picker.showSaveFilePicker = () => Promise.reject(new DOMException('no gesture', 'SecurityError'));
  URL.createObjectURL = () => 'blob:file';
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await expect(saveFile(new Blob(['x']), 'a.txt')).resolves.toBe(true);
  const [link] = click.mock.contexts;
  expect(link).toMatchObject({ download: 'a.txt', href: 'blob:file' });
  click.mockRestore();
});

it('downloads where a program steers the browser: nobody would answer the dialog', async () => {
  const show = vi.fn<() => Promise<never>>(() => new Promise(() => undefined));
  picker.showSaveFilePicker = show;
  URL.createObjectURL = () => 'blob:file';
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.stubGlobal('navigator', { webdriver: true });
  await expect(saveFile(new Blob(['x']), 'a.txt')).resolves.toBe(true);
  vi.unstubAllGlobals();
  expect(show).not.toHaveBeenCalled();
  expect(click).toHaveBeenCalledOnce();
  click.mockRestore();
});

it('writes to the place that was chosen, under the suggested name', async () => {
  const write = vi.fn<(data: Blob) => Promise<void>>(async () => undefined);
  const close = vi.fn<() => Promise<void>>(async () => undefined);
  const show = vi.fn<(options: object) => Promise<object>>(async () => ({
    createWritable: async () => ({ write, close }),
  }));
  picker.showSaveFilePicker = show;
  const blob = new Blob(['x']);
  await expect(saveFile(blob, 'a.txt')).resolves.toBe(true);
  expect(show).toHaveBeenCalledWith({ suggestedName: 'a.txt' });
  expect(write).toHaveBeenCalledWith(blob);
  expect(close).toHaveBeenCalledOnce();
});
