import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RowFilter, StatusColumn } from '#domain/import/rowFilter.ts';
import { Section } from '#ui/components/Page.tsx';
import classes from './Import.module.css';

interface RowChoiceProps {
  columns: readonly StatusColumn[];
  headers: readonly string[];
  filters: readonly RowFilter[];
  onChange: (filters: readonly RowFilter[]) => void;
}

/** Only who has paid, only who is confirmed: rows by what a column of the file says of them. */
export function RowChoice({ columns, headers, filters, onChange }: RowChoiceProps) {
  const { t } = useTranslation();
  if (columns.length === 0) return null;
  return (
    <Section title={t('imports.whichRows')}>
      <p className={classes.choice}>{t('imports.whichRowsHint')}</p>
      <div className={classes.targets}>
        {columns.map(({ column, values }) => {
          const chosen = filters.find((one) => one.column === column)?.values;
          return (
            <Checkbox.Group
              key={column}
              label={headers[column]}
              value={values.map(({ key }) => key).filter((key) => chosen?.has(key) !== false)}
              onChange={(next) =>
                onChange([
                  ...filters.filter((one) => one.column !== column),
                  ...(next.length === values.length ? [] : [{ column, values: new Set(next) }]),
                ])
              }
            >
              <div className={classes.sessions}>
                {values.map(({ key, value, count }) => (
                  <Checkbox
                    key={key}
                    value={key}
                    label={
                      <>
                        {value === '' ? t('imports.noStatus') : value}
                        <span className={classes.date} data-numeric>
                          {t('imports.fileRows', { count })}
                        </span>
                      </>
                    }
                  />
                ))}
              </div>
            </Checkbox.Group>
          );
        })}
      </div>
    </Section>
  );
}
