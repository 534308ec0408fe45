import { useEffect, useState } from 'react';
import { isOfTheFile, openView, type PdfView } from '#pdf/viewer.ts';
import { logError } from '#ui/platform/log.ts';

/**
 * The PDF as it is shown, closed when another one comes, or the screen goes; null while it is opened, and where it cannot be shown, as its
 * reader did not come, or because it `isDamaged`.
 */
export function usePdfView(pdf: Blob | null): {
  view: PdfView | null;
  hasFailed: boolean;
  isDamaged: boolean;
} {
  const [opened, setOpened] = useState<{ pdf: Blob; view: PdfView | null; isDamaged: boolean } | null>(null);
  useEffect(() => {
    if (pdf === null) return undefined;
    let gone = false;
    let view: PdfView | null = null;
    openView(pdf)
      .then((made) => {
        view = made;
        if (gone) made.close();
        else setOpened({ pdf, view: made, isDamaged: false });
      })
      .catch((error: unknown) => {
        logError('a PDF could not be shown', error);
        if (!gone) setOpened({ pdf, view: null, isDamaged: isOfTheFile(error) });
      });
    return () => {
      gone = true;
      view?.close();
    };
  }, [pdf]);
  const isThis = opened !== null && opened.pdf === pdf;
  return {
    view: isThis ? opened.view : null,
    hasFailed: isThis && opened.view === null,
    isDamaged: isThis && opened.isDamaged,
  };
}
