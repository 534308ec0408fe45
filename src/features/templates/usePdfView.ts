import { useEffect, useState } from 'react';
import { openView, type PdfView } from '#pdf/viewer.ts';
import { logError } from '#ui/platform/log.ts';

/** The PDF as it is shown; null while it is opened. Closed when another one comes, or the screen goes. */
export function usePdfView(pdf: Blob | null): PdfView | null {
  const [opened, setOpened] = useState<{ pdf: Blob; view: PdfView } | null>(null);
  useEffect(() => {
    if (pdf === null) return undefined;
    let gone = false;
    let view: PdfView | null = null;
    openView(pdf)
      .then((made) => {
        view = made;
        if (gone) made.close();
        else setOpened({ pdf, view: made });
      })
      .catch((error: unknown) => logError('a PDF could not be shown', error));
    return () => {
      gone = true;
      view?.close();
    };
  }, [pdf]);
  return opened?.pdf === pdf ? opened.view : null;
}
