import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Sheet } from '#pdf/drawOverlay.ts';
import { TEMPLATE_SCALE, type PdfView } from '#pdf/viewer.ts';
import { logError } from '#ui/platform/log.ts';
import classes from './Templates.module.css';

interface PdfPageProps {
  view: PdfView;
  page: number;
  zoom: number;
  /** For readers of the screen: the picture itself says nothing. */
  label: string;
  /** What is drawn over the page itself. */
  over?: ((pen: CanvasRenderingContext2D, sheet: Sheet) => void) | undefined;
  children?: ReactNode;
}

/** One page, two pixels a point (TPL-28), and what lies over it. */
export function PdfPage({ view, page, zoom, label, over, children }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    let gone = false;
    const { current } = canvas;
    if (current === null) return undefined;
    void (async () => {
      const known = await view.size(page);
      if (gone) return;
      setSize(known);
      await view.draw(page, current, TEMPLATE_SCALE, over);
    })().catch((error: unknown) => {
      if (!gone) logError('a page could not be drawn', error);
    });
    return () => {
      gone = true;
    };
  }, [view, page, over]);
  const style =
    size === null ? undefined : { width: size.width * zoom, aspectRatio: `${size.width} / ${size.height}` };
  return (
    <div className={classes.sheet} style={style}>
      <canvas ref={canvas} className={classes.canvas} role="img" aria-label={label} />
      {size !== null && children}
    </div>
  );
}
