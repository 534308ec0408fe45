import { describe, expect, it } from 'vitest';
import { filled, moveOf, neighbour, pasted, readBlock } from './priceGrid.ts';

const grid = [
  ['1', '2', '3'],
  ['4', '5', '6'],
];

describe('a block copied from a spreadsheet', () => {
  it('is rows and cells, with the line break that ends it and without', () => {
    const block = [
      ['10', "1'250.50"],
      ['', 'CHF 7'],
    ];
    expect(readBlock("10\t1'250.50\r\n\tCHF 7\r\n")).toEqual(block);
    expect(readBlock("10\t1'250.50\n\tCHF 7")).toEqual(block);
    expect(readBlock('1\n2\n')).toEqual([['1'], ['2']]);
    expect(readBlock('"two\nlines"\t"5 ""x"""')).toEqual([['two\nlines', '5 "x"']]);
  });
  it('is none where there is one cell', () => {
    expect(readBlock('12.50')).toBeNull();
    expect(readBlock('12.50\r\n')).toBeNull();
  });
  it('goes in from the chosen cell on, and what does not fit stays out', () => {
    expect(pasted(grid, { row: 1, column: 1 }, [['a', 'b', 'c'], ['d']])).toEqual([
      { row: 1, column: 1, text: 'a' },
      { row: 1, column: 2, text: 'b' },
    ]);
  });
});

it('a value is filled down, or to the right', () => {
  expect(filled(grid, { row: 0, column: 1 }, 'down')).toEqual([{ row: 1, column: 1, text: '2' }]);
  expect(filled(grid, { row: 1, column: 0 }, 'right')).toEqual([
    { row: 1, column: 1, text: '4' },
    { row: 1, column: 2, text: '4' },
  ]);
  expect(filled(grid, { row: 9, column: 0 }, 'right')).toEqual([]);
});

describe('keys', () => {
  const whole = { start: 0, end: 4, length: 4 };
  const at = (place: number) => ({ start: place, end: place, length: 4 });
  it('lead to the neighbours, and left and right first through the text', () => {
    expect(moveOf('ArrowDown', false, at(2))).toBe('down');
    expect(moveOf('Enter', true, at(2))).toBe('up');
    expect(moveOf('ArrowRight', false, whole)).toBe('right');
    expect(moveOf('ArrowRight', false, at(2))).toBeNull();
    expect(moveOf('ArrowRight', false, at(4))).toBe('right');
    expect(moveOf('ArrowLeft', false, at(4))).toBeNull();
    expect(moveOf('ArrowLeft', false, at(0))).toBe('left');
    expect(moveOf('ArrowLeft', true, at(0))).toBeNull();
    expect(moveOf('a', false, whole)).toBeNull();
  });
  it('end at the edge', () => {
    expect(neighbour(grid, { row: 0, column: 0 }, 'right')).toEqual({ row: 0, column: 1 });
    expect(neighbour(grid, { row: 0, column: 0 }, 'up')).toBeNull();
    expect(neighbour(grid, { row: 1, column: 2 }, 'right')).toBeNull();
  });
});
