import { describe, expect, it } from 'vitest';
import type { View } from '../viewTypes.ts';
import { chartData, chartOptions, COLOURS } from './chartOf.ts';

const view = (labels: string[]): View => ({
  ...{ id: 'status', title: 'By status', rowHeading: 'Status', total: null, people: null },
  columns: [{ id: 'guests', label: 'Guests', unit: 'count', counts: 'guests' }],
  rows: labels.map((label, key) => ({ key, label, values: [key + 1], currency: null })),
  chart: { bars: ['guests'], lines: [], lying: true },
});

describe('a chart', () => {
  it('writes a long label beside its bar in several lines, word by word, and a short one in one', () => {
    const labels = ['Payé', 'Facture complémentaire envoyée', 'Donaudampfschifffahrtsgesellschaft'];
    const { scales } = chartOptions(view(labels), COLOURS.light, String, String);
    const write = scales?.['y']?.ticks?.callback as unknown as (value: unknown, row: number) => unknown;
    expect(labels.map((_, row) => write(row, row))).toEqual([
      'Payé',
      ['Facture complémentaire', 'envoyée'],
      'Donaudampfschifffahrtsgesellschaft',
    ]);
  });

  it('has the figures of the table, row by row [STATS-02]', () => {
    const { labels, datasets } = chartData(view(['a', 'b']), COLOURS.light);
    expect(labels).toEqual(['a', 'b']);
    expect(datasets.map(({ label, data }) => ({ label, data }))).toEqual([{ label: 'Guests', data: [1, 2] }]);
  });
});
