import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedRow } from '#domain/import/check.ts';
import { severalPeople } from '#domain/import/severalPeople.ts';
import { Warning, WarningItem } from '#ui/components/Warning.tsx';

/** As many as one looks up. */
const NAMED = 8;

/** Couples and families that would be one guest each: with one code, one seat and one place taken. */
export function SeveralPeople({ rows }: { rows: readonly CheckedRow[] }) {
  const { t } = useTranslation();
  const found = useMemo(() => severalPeople(rows), [rows]);
  if (found.length === 0) return null;
  const more = found.length - NAMED;
  return (
    <Warning title={t('imports.several', { count: found.length })} why={t('imports.severalWhy')}>
      {found.slice(0, NAMED).map(({ line, name }) => (
        <WarningItem key={line}>
          {t('imports.lines', { count: 1, lines: line })} {name}
        </WarningItem>
      ))}
      {more > 0 && <WarningItem>{t('imports.linesMore', { count: more })}</WarningItem>}
    </Warning>
  );
}
