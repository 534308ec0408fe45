import { Alert, Button } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
export function PdfPage(props: PdfPageProps) {
  const [tries, setTries] = useState(0);
  return <Drawn key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

function Drawn({ view, page, zoom, label, over, children, onRetry }: PdfPageProps & { onRetry: () => void }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
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
      if (!gone) setFailed(false);
    })().catch((error: unknown) => {
      if (gone) return;
      logError('a page could not be drawn', error);
      setFailed(true);
    });
    return () => {
      gone = true;
    };
  }, [view, page, over]);
  const style =
    size === null ? undefined : { width: size.width * zoom, aspectRatio: `${size.width} / ${size.height}` };
  return (
    <>
      {/* The sheet stays: boxes can be worked on, and what is drawn later needs its canvas. */}
      {failed && (
        <Alert color="red" role="alert" mb="md">
          <p>{t('templates.notDrawn')}</p>
          <Button variant="default" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </Alert>
      )}
      <div className={classes.sheet} style={style}>
        <canvas ref={canvas} className={classes.canvas} role="img" aria-label={label} />
        {size !== null && children}
      </div>
    </>
  );
}
