import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '#domain/import/summary.ts';
import { useFormat } from '#ui/words/useFormat.ts';

/** A file of another program may have dozens. */
const COLUMNS_NAMED = 6;

/** What is said of an import before it is done. */
export function useImportWords({
  ready,
  parties,
  joining,
  updates,
  updated,
  changed,
  registered,
}: ImportSummary) {
  const { t } = useTranslation();
  const { number } = useFormat();

  function created(): string {
    const inParties =
      parties < ready.length - joining ? t('imports.inRegistrations', { count: parties }) : '';
    const joins = joining > 0 ? t('imports.joining', { count: joining }) : '';
    return `${t('imports.willCreate', { count: ready.length })}${inParties}${joins}`;
  }
  function changes(): string {
    const fields = changed.map(({ field, count }) => `${t(`imports.field.${field}`)} (${number(count)})`);
    const places = registered > 0 ? [`${t('imports.newlyRegistered')} (${number(registered)})`] : [];
    return [...fields, ...places].join(', ');
  }
  const changedBy = (): string =>
    // Several rows may be about the same client.
    t(`imports.${updates.length > updated ? 'willUpdateBy' : 'willUpdate'}`, {
      ...{ count: updated, rows: updates.length, changes: changes() },
    });

  return {
    /** Who is made and who is changed; that nobody is made is said where nobody is changed either. */
    willDo(): string {
      if (updates.length === 0) return created();
      return ready.length === 0 ? changedBy() : `${created()} · ${changedBy()}`;
    },
    /** On the button. */
    save(): string {
      if (ready.length + updates.length === 0) return t('imports.saveNone');
      if (ready.length === 0) return t('imports.saveUpdates', { count: updated });
      return updates.length > 0
        ? t('imports.saveBoth', { count: ready.length, updates: updated })
        : t('imports.save', { count: ready.length });
    },
    columns(names: readonly string[]): string {
      const more = names.length - COLUMNS_NAMED;
      const rest = more > 0 ? [t('imports.columnsMore', { count: more })] : [];
      return [...names.slice(0, COLUMNS_NAMED), ...rest].join(', ');
    },
  };
}
