import { useComputedColorScheme } from '@mantine/core';
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as ChartJs,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { useEffect, useMemo, useRef } from 'react';
import { Chart } from 'react-chartjs-2';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#ui/words/useFormat.ts';
import { valueText } from '../rowWords.ts';
import type { View } from '../viewTypes.ts';
import { chartData, chartOptions, COLOURS, type Colours } from './chartOf.ts';

ChartJs.register(BarController, BarElement, CategoryScale, Legend, LinearScale, LineController);
ChartJs.register(LineElement, PointElement, Tooltip);
ChartJs.defaults.font.family = '"Inter Variable", system-ui, sans-serif';

export type TakePicture = () => Promise<Blob | null>;

interface FigureChartProps {
  view: View;
  /** On paper, which is white. */
  printing: boolean;
  /** The chart can be taken as a picture; null when it is gone. */
  onReady: (take: { picture: TakePicture } | null) => void;
}

/** A table's figures as bars and lines. Whoever cannot see it has the table. */
export function FigureChart({ view, printing, onReady }: FigureChartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const scheme = useComputedColorScheme('light');
  const colours = COLOURS[printing ? 'light' : scheme];
  const chart = useRef<ChartJs<'bar' | 'line', (number | null)[], string>>(null);
  const title = view.title;
  const data = useMemo(() => chartData(view, colours), [view, colours]);
  const options = useMemo(() => {
    const isMoney = view.columns.some(({ unit }) => unit === 'money');
    return chartOptions(
      view,
      colours,
      (value, label, row) => {
        const column = view.columns.find((one) => one.label === label);
        return valueText({ t, format }, value, column?.unit ?? 'count', view.rows[row]?.currency ?? null);
      },
      (value) => format.number(isMoney ? Math.round(value / 100) : value),
    );
  }, [view, colours, t, format]);
  useEffect(() => {
    onReady({ picture: () => pictureOf(chart.current?.canvas ?? null, title, colours) });
    return () => onReady(null);
  }, [onReady, title, colours]);
  const rows = view.rows.length;
  return (
    <div style={{ height: view.chart.lying === true ? Math.max(160, 72 + rows * 36) : 280 }}>
      <Chart
        ref={chart}
        type="bar"
        data={data}
        options={options}
        role="img"
        aria-label={t('statistics.chartOf', { title })}
      />
    </div>
  );
}

const MARGIN = 16;
const TITLE = 20;

/** The chart with its title on a ground of its own: a picture without one cannot be read in a dark document. */
async function pictureOf(
  drawn: HTMLCanvasElement | null,
  title: string,
  { ground, text }: Colours,
): Promise<Blob | null> {
  if (drawn === null) return null;
  const scale = drawn.width / Math.max(1, drawn.clientWidth);
  const canvas = document.createElement('canvas');
  canvas.width = drawn.width + 2 * MARGIN * scale;
  canvas.height = drawn.height + (3 * MARGIN + TITLE) * scale;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = text;
  context.font = `600 ${16 * scale}px ${getComputedStyle(document.body).fontFamily}`;
  context.textBaseline = 'top';
  context.fillText(title, MARGIN * scale, MARGIN * scale, drawn.width);
  context.drawImage(drawn, MARGIN * scale, (2 * MARGIN + TITLE) * scale);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
