import { Button, Skeleton } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ok } from '#domain/result.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { Section } from '#ui/components/Page.tsx';
import { fileName } from '#domain/text/fileName.ts';
import { saveFile } from '#ui/files/saveFile.ts';
import { usePrinting } from '#ui/platform/usePrinting.ts';
import { lazyPart } from '#ui/platform/lazyPart.ts';
import type { TakePicture } from './chart/FigureChart.tsx';
import { FigureTable, type ShowPeople } from './FigureTable.tsx';
import classes from './Statistics.module.css';
import type { View } from './viewTypes.ts';

const FigureChart = lazyPart(async () => (await import('./chart/FigureChart.tsx')).FigureChart);

/** Rows that stand on one sheet with their chart. */
const WHOLE_ON_PAPER = 20;

interface FigurePartProps {
  view: View;
  onPeople: ShowPeople;
}

/** A table and beside it the same figures as a chart, which can be saved as a picture. */
export function FigurePart({ view, onPeople }: FigurePartProps) {
  const { t } = useTranslation();
  const { run } = useAction();
  const [place, near] = useNear();
  const printing = usePrinting();
  const [take, setTake] = useState<{ picture: TakePicture } | null>(null);
  if (view.rows.length === 0) return null;

  async function save(): Promise<void> {
    await run(async () => {
      const blob = await take?.picture();
      const name = `${fileName(view.title)}.png`;
      if (blob != null && (await saveFile(blob, name))) notify.success(t('statistics.saved', { name }));
      return ok(null);
    });
  }
  return (
    <Section
      flush
      paper={view.rows.length <= WHOLE_ON_PAPER ? 'whole' : undefined}
      title={view.title}
      aside={
        take !== null && (
          <Button
            className={classes.png ?? ''}
            variant="subtle"
            size="xs"
            leftSection={<IconPhotoDown size={16} aria-hidden />}
            aria-label={t('common.labelled', { label: t('statistics.png'), value: view.title })}
            onClick={() => void save()}
          >
            {t('statistics.png')}
          </Button>
        )
      }
    >
      {view.hint !== undefined && <p className={classes.hint}>{view.hint}</p>}
      <div className={classes.both} data-below={view.chart.below}>
        <FigureTable view={view} onPeople={onPeople} />
        <div ref={place} className={classes.chart}>
          {(near || printing) && (
            <Suspense fallback={<Skeleton h={200} />}>
              <FigureChart view={view} printing={printing} onReady={setTake} />
            </Suspense>
          )}
        </div>
      </div>
    </Section>
  );
}

/** True once the place comes near the window: a page of twenty charts draws those that are looked at. */
function useNear() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null || near || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  return [place, near] as const;
}
