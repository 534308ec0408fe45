import type Konva from 'konva';
import { memo } from 'react';
import { Shape } from 'react-konva';
import type { PlanTable } from '#domain/documents/session.ts';
import { reachOf } from '#domain/plan/hit.ts';
import type { TableLook } from './drawing.ts';
import { drawTable } from './drawTable.ts';
import type { Palette, SeatLook } from './palette.ts';

interface TableShapeProps {
  table: PlanTable;
  label: string;
  /** The looks of all seats in one word, so that the same looks are the same prop. */
  looks: string;
  /** Texts in seats, with line breaks between. */
  texts: string;
  /** Colours of seats, with line breaks between. */
  colours: string;
  /** Below the label. */
  note: string;
  /** Seats, told where the note has no room. */
  free: number;
  /** The looks of who is there without a seat, in one word. */
  standing: string;
  /** Their colours, with line breaks between. */
  standingColours: string;
  look: TableLook;
  selected: boolean;
  locked: boolean;
  image: CanvasImageSource | undefined;
  palette: Palette;
}

/** One node for a table and all its seats; nothing of it listens. Drawn only while it is in sight. */
export const TableShape = memo(function TableShape(props: TableShapeProps) {
  const { looks, texts, colours, standing, standingColours, palette, ...rest } = props;
  const drawing = {
    ...{ ...rest, looks: looksOf(looks), standing: looksOf(standing) },
    texts: texts === '' ? undefined : texts.split('\n'),
    colours: colours === '' ? undefined : colours.split('\n'),
    standingColours: standingColours === '' ? undefined : standingColours.split('\n'),
  };
  return (
    <Shape
      listening={false}
      perfectDrawEnabled={false}
      sceneFunc={(context, shape) => {
        const stage = shape.getStage();
        if (stage === null || !inSight(stage, drawing.table)) return;
        drawTable(context._context, drawing, palette, stage.scaleX());
      }}
    />
  );
});

function inSight(stage: Konva.Stage, table: PlanTable): boolean {
  const scale = stage.scaleX();
  // Room for the label.
  const radius = (reachOf(table) + 3) * scale;
  const x = table.position.x * scale + stage.x();
  const y = table.position.y * scale + stage.y();
  return x > -radius && y > -radius && x < stage.width() + radius && y < stage.height() + radius;
}

const LETTERS = { u: 'unoccupied', o: 'occupied', c: 'checkedIn', s: 'source' } as const;

export const letterOf = (look: SeatLook): string => look.charAt(0);

const looksOf = (letters: string): SeatLook[] =>
  Array.from(letters, (letter) => LETTERS[letter as keyof typeof LETTERS] ?? 'unoccupied');
