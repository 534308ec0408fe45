import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { columnOf } from '#domain/import/fields.ts';
import type { Edits } from '#domain/import/table.ts';
import {
  emptied,
  isEmptied,
  putBack,
  unreadableCells,
  type UnreadableCells as Cells,
} from '#domain/import/unreadable.ts';
import { Warning, WarningItem } from '#ui/components/Warning.tsx';
import type { useImport } from './useImport.ts';

interface LeftCells extends Cells {
  column: number;
  before: Edits;
}

/** Guests who are left out for a cell that they can do without, and the way to take them without it. */
export function UnreadableCells({ plan }: { plan: ReturnType<typeof useImport> }) {
  const { t } = useTranslation();
  const { checked, mapping, edits, setEdits } = plan;
  const [emptiedHere, setEmptiedHere] = useState<readonly LeftCells[]>([]);
  // A file that is read again has its cells again.
  const left = emptiedHere.filter(({ lines, column }) =>
    lines.some((line) => isEmptied(edits, line, column)),
  );
  const cells = useMemo(() => unreadableCells(checked), [checked]);
  if (cells.length + left.length === 0) return null;

  const words = ({ field, lines }: Cells) => ({ count: lines.length, field: t(`imports.field.${field}`) });
  const button = (text: string, onClick: () => void) => (
    <Button size="xs" variant="default" onClick={onClick}>
      {text}
    </Button>
  );
  return (
    <Warning title={t(cells.length > 0 ? 'imports.unreadable' : 'imports.cellsLeft')}>
      {cells.map((one) => (
        <WarningItem
          key={one.field}
          action={button(t('imports.leaveCells'), () => {
            const column = columnOf(mapping, one.field);
            setEmptiedHere([...left, { ...one, column, before: edits }]);
            setEdits(emptied(edits, one.lines, column));
          })}
        >
          {t('imports.unreadableCells', words(one))}
        </WarningItem>
      ))}
      {left.map((one) => (
        <WarningItem
          key={`${one.field} left`}
          action={button(t('imports.putBackCells'), () =>
            setEdits(putBack(edits, one.before, one.lines, one.column)),
          )}
        >
          {t('imports.leftCells', words(one))}
        </WarningItem>
      ))}
    </Warning>
  );
}
