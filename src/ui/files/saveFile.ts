/** What the browsers that can save to a chosen place offer. */
interface SavePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<{
    createWritable(): Promise<{ write(data: Blob): Promise<void>; close(): Promise<void> }>;
  }>;
}

/**
 * Saves a file: a dialog where the browser has one and a person to answer it, not a program that steers it; else a download. False
 * when the person closed the dialog, which is no error (specification 1 §8); every other failure is thrown.
 */
export async function saveFile(blob: Blob, suggestedName: string): Promise<boolean> {
  const picker = (window as unknown as SavePicker).showSaveFilePicker;
  if (picker === undefined || navigator.webdriver) {
    download(blob, suggestedName);
    return true;
  }
  try {
    const handle = await picker.call(window, { suggestedName });
    const stream = await handle.createWritable();
    await stream.write(blob);
    await stream.close();
    return true;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return false;
    // The browser shows the dialog only for a few seconds after a click, and making the file took longer.
    if (cause instanceof DOMException && cause.name === 'SecurityError') {
      download(blob, suggestedName);
      return true;
    }
    throw cause;
  }
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
