import type { ChartData, ChartDataset, ChartOptions } from 'chart.js';
import type { View } from '../viewTypes.ts';

/** Colours of a chart; a canvas cannot read the theme's CSS variables. */
export interface Colours {
  ground: string;
  text: string;
  line: string;
  series: readonly string[];
}
/** Bars beside each other differ in brightness too. */
export const COLOURS: Record<'light' | 'dark', Colours> = {
  light: {
    ground: '#ffffff',
    text: '#444e4a',
    line: '#e1e5e3',
    series: ['#0f766e', '#b5bdb9', '#c98a0b', '#bd3425'],
  },
  dark: {
    ground: '#1a201e',
    text: '#b6c0bc',
    line: '#39433f',
    series: ['#2dd4bf', '#6a7772', '#f0bf4d', '#ee9084'],
  },
};

type Kind = 'bar' | 'line';
export type Chosen = ChartData<Kind, (number | null)[], string>;

/** The table's own figures, as chart.js takes them: money stays in cents, only its axis is written otherwise. */
export function chartData({ columns, rows, chart }: View, { series }: Colours): Chosen {
  const set = (id: string, type: Kind, index: number): ChartDataset<Kind, (number | null)[]>[] => {
    const at = columns.findIndex((column) => column.id === id);
    const column = columns[at];
    if (column === undefined) return [];
    const colour = series[index % series.length] ?? '';
    return [
      {
        type,
        label: column.label,
        data: rows.map(({ values }) => values[at] ?? null),
        backgroundColor: colour,
        borderColor: colour,
        ...(type === 'line'
          ? { pointRadius: rows.length > 40 ? 0 : 2, borderWidth: 2, stepped: false }
          : { maxBarThickness: 28, borderRadius: 2 }),
        ...(type === 'line' && chart.bars.length > 0 ? { yAxisID: 'so far' } : {}),
      },
    ];
  };
  return {
    labels: rows.map(({ label }) => label),
    datasets: [
      // Lines stand before bars, so that nothing hides them.
      ...chart.lines.flatMap((id, index) => set(id, 'line', chart.bars.length + index)),
      ...chart.bars.flatMap((id, index) => set(id, 'bar', index)),
    ],
  };
}

/** A label beside a bar is cut off where it is wider than a third of a phone: it goes on in the next line instead. */
const LINE = 22;
function linesOf(label: string): string | string[] {
  const lines: string[] = [];
  for (const word of label.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > LINE) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.length > 1 ? lines : label;
}

type TextOf = (value: number, column: string, row: number) => string;

/** `textOf`: a value as the table says it; `short`: the same for an axis. */
export function chartOptions(
  { chart, rows: labels }: View,
  colours: Colours,
  textOf: TextOf,
  short: (value: number) => string,
): ChartOptions<Kind> {
  const { text, line } = colours;
  const both = chart.lines.length > 0 && chart.bars.length > 0;
  const values = {
    beginAtZero: true,
    stacked: chart.stacked ?? false,
    grid: { color: line },
    border: { display: false },
    ticks: {
      color: text,
      precision: 0,
      maxTicksLimit: 6,
      callback: (value: number | string) => short(Number(value)),
    },
  };
  const rows = {
    stacked: chart.stacked ?? false,
    grid: { display: false },
    border: { color: line },
    ticks: {
      color: text,
      autoSkip: chart.lying !== true,
      maxRotation: 45,
      ...(chart.lying === true
        ? { callback: (_: unknown, row: number) => linesOf(labels[row]?.label ?? '') }
        : {}),
    },
  };
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    indexAxis: chart.lying === true ? 'y' : 'x',
    interaction: { mode: 'index', intersect: false, axis: chart.lying === true ? 'y' : 'x' },
    scales: {
      ...(chart.lying === true ? { x: values, y: rows } : { x: rows, y: values }),
      ...(both ? { 'so far': { ...values, position: 'right' as const, grid: { display: false } } } : {}),
    },
    plugins: {
      legend: {
        display: chart.bars.length + chart.lines.length > 1,
        position: 'bottom',
        labels: { color: text, boxWidth: 12, boxHeight: 12 },
      },
      tooltip: {
        callbacks: {
          label: ({ dataset, parsed, dataIndex }) => {
            const value = (chart.lying === true ? parsed.x : parsed.y) ?? 0;
            return `${dataset.label ?? ''}: ${textOf(value, dataset.label ?? '', dataIndex)}`;
          },
        },
      },
    },
  };
}
