import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedRow } from '#domain/import/check.ts';
import { UPDATED_FIELDS, type Known, type KnownChoice, type UpdatedField } from '#domain/import/known.ts';
import type { Client } from '#domain/documents/client.ts';
import { Section } from '#ui/components/Page.tsx';
import { fullName } from '#ui/words/format.ts';
import classes from './KnownRows.module.css';

interface KnownRowsProps {
  /** Those that look like somebody. */
  rows: readonly CheckedRow[];
  nameOf: (line: number) => string;
  onChoose: (lines: readonly number[], choice: KnownChoice) => void;
}

const CHOICES = ['skip', 'add', 'update'] as const satisfies readonly KnownChoice[];
/** The rest is decided together. */
const SHOWN = 50;

/** Rows that look like somebody who is there, side by side with that guest: skip, add, or update. */
export function KnownRows({ rows, nameOf, onChoose }: KnownRowsProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  if (rows.length === 0) return null;
  const lines = rows.map(({ line }) => line);
  const shown = all ? rows : rows.slice(0, SHOWN);
  return (
    <Section title={t('imports.known', { count: rows.length })} flush>
      <div className={classes.lead}>
        <p className={classes.hint}>{t('imports.knownHint')}</p>
        <div className={classes.all}>
          {CHOICES.map((choice) => (
            <Button key={choice} variant="default" size="sm" onClick={() => onChoose(lines, choice)}>
              {t(`imports.knownAll.${choice}`)}
            </Button>
          ))}
        </div>
      </div>
      <ul className={classes.rows}>
        {shown.map((row) =>
          row.known === null ? null : (
            <li key={row.line}>
              <div className={classes.who}>
                <b>{nameOf(row.line)}</b>
                <span data-numeric>{t('imports.droppedRow', { line: row.line })}</span>
              </div>
              <div className={classes.who}>
                <b>{fullName(row.known.client)}</b>
                <span data-numeric>{t(`imports.likeness.${row.known.likeness}`, sharedOf(row.known))}</span>
              </div>
              <Changes client={row.known.client} changes={row.known.changes} />
              <SegmentedControl
                aria-label={t('imports.knownOf', { name: nameOf(row.line), line: row.line })}
                value={row.known.choice}
                data={CHOICES.map((value) => ({ value, label: t(`imports.knownChoice.${value}`) }))}
                onChange={(choice) => onChoose([row.line], choice as KnownChoice)}
              />
            </li>
          ),
        )}
      </ul>
      {rows.length > shown.length && (
        <Button variant="subtle" m="xs" onClick={() => setAll(true)}>
          {t('imports.droppedMore', { count: rows.length - shown.length })}
        </Button>
      )}
    </Section>
  );
}

const sharedOf = ({ client }: Known) => ({ number: client.number ?? '', email: client.email ?? '' });

/** What an update would write, with what stands there. */
function Changes({ client, changes }: { client: Client; changes: Partial<Record<UpdatedField, unknown>> }) {
  const { t } = useTranslation();
  const fields = UPDATED_FIELDS.filter((field) => changes[field] !== undefined);
  const word = (field: UpdatedField, value: unknown): string => {
    const text = typeof value === 'string' ? value : '';
    if (text === '') return '–';
    if (field === 'title') return t(`titles.${text as 'mr'}`);
    if (field === 'language') return t(`languages.${text as 'en'}`);
    return field === 'category' ? t(`categories.${text as 'indiv'}`) : text;
  };
  if (fields.length === 0) return <p className={classes.same}>{t('imports.knownSame')}</p>;
  return (
    <dl className={classes.changes}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{t(`imports.field.${field}`)}</dt>
          <dd>
            <del>{word(field, client[field])}</del> <span aria-hidden>→</span>{' '}
            <ins>{word(field, changes[field])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
