import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProblem } from '#domain/import/importProblem.ts';
import { isListed, LISTS, listedValue, titleKey, type ImportField } from '#domain/import/fields.ts';
import classes from './PreviewTable.module.css';

interface PreviewCellProps {
  line: number;
  column: number;
  field: ImportField;
  text: string;
  problem: ImportProblem | undefined;
  /** Table and seat of a row whose session has no plan (VALID-25). */
  disabled: boolean;
  /** Titles of the open sessions, for the session's cell. */
  sessions: readonly string[];
  onEdit: (line: number, column: number, text: string) => void;
}

/** One cell that is imported: it can be corrected, and says what is wrong with it. */
export const PreviewCell = memo(function PreviewCell(props: PreviewCellProps) {
  const { line, column, field, text, problem, disabled, sessions, onEdit } = props;
  const { t } = useTranslation();
  const note = `import-${line}-${column}`;
  const shared = {
    className: classes.input,
    disabled,
    'aria-label': t('imports.cellOf', { field: t(`imports.field.${field}`), line }),
    'aria-invalid': problem !== undefined,
    ...(problem === undefined ? {} : { 'aria-describedby': note }),
  };
  const choices = useChoices(field, text, sessions);
  const Typed = field === 'notes' ? 'textarea' : 'input';
  return (
    <>
      {choices === null ? (
        // A new text from outside makes a new field; typing stays in the field until it is left.
        <Typed
          key={text}
          {...shared}
          // A field of one line would drop the line breaks of what it shows, and then save that.
          {...(field === 'notes' ? { rows: 1 } : {})}
          defaultValue={text}
          autoComplete="off"
          spellCheck={false}
          onBlur={(left) => {
            if (left.currentTarget.value !== text) onEdit(line, column, left.currentTarget.value);
          }}
          onKeyDown={(key) => {
            if (key.key === 'Enter' && !key.shiftKey) key.currentTarget.blur();
            if (key.key === 'Escape') key.currentTarget.value = text;
          }}
        />
      ) : (
        <select
          {...shared}
          value={choices.value}
          onChange={(change) => onEdit(line, column, change.currentTarget.value)}
        >
          {choices.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      {problem !== undefined && (
        <span id={note} className={classes.problem}>
          {t(`imports.problem.${problem}`)}
        </span>
      )}
    </>
  );
});

interface Choices {
  value: string;
  options: { value: string; label: string }[];
}

/** Fields of a fixed list are chosen; what the file says stays a choice while it is none of the list. */
function useChoices(field: ImportField, text: string, sessions: readonly string[]): Choices | null {
  const { t } = useTranslation();
  const word = text.trim();
  if (field === 'session') {
    const known = sessions.find((title) => titleKey(title) === titleKey(word));
    return choicesOf(
      known ?? word,
      known === undefined,
      sessions.map((title) => ({ value: title, label: title })),
    );
  }
  if (!isListed(field)) return null;
  const known = listedValue(field, word);
  return choicesOf(
    known ?? word,
    known === null,
    LISTS[field].map((value) => ({
      value,
      label:
        field === 'title'
          ? t(`titles.${value as (typeof LISTS)['title'][number]}`)
          : field === 'language'
            ? t(`languages.${value as (typeof LISTS)['language'][number]}`)
            : t(`categories.${value as (typeof LISTS)['category'][number]}`),
    })),
  );
}

function choicesOf(value: string, foreign: boolean, known: Choices['options']): Choices {
  const none = { value: '', label: '–' };
  const extra = foreign && value !== '' ? [{ value, label: value }] : [];
  return { value, options: [none, ...extra, ...known] };
}
