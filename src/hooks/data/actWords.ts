import { useTranslation } from 'react-i18next';
import type { BulkChange } from '#domain/commands/changeMany.ts';
import type { ManyAct } from '#domain/work/undoable.ts';
import { useEventFormat } from './calendar.ts';
import { useEvent } from './event.tsx';

/** What was done to many, in words. */
export function useActWords(): (act: ManyAct) => string {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { store } = useEvent();
  /** What it sets. */
  function valueOf(change: BulkChange): string {
    switch (change.kind) {
      case 'status':
        return t(`consumerStatuses.${change.value}`);
      case 'category':
        return t(`categories.${change.value}`);
      case 'language':
        return t(`languages.${change.value}`);
      case 'register':
      case 'unregister':
        return change.sessionIds
          .flatMap((id) => store.session(id) ?? [])
          .map(format.titlesAmong(store.sessions()))
          .join(', ');
      case 'delete':
        return '';
      default:
        return change satisfies never;
    }
  }
  return (act) => {
    if (act.kind === 'import') {
      const { created, updated } = act;
      return [
        ...(created > 0 || updated === 0 ? [t('imports.undoLabel', { count: created })] : []),
        ...(updated > 0 ? [t('imports.undoUpdated', { count: updated })] : []),
      ].join(' · ');
    }
    const { change, count, others } = act;
    const words = t(`bulk.done.${change.kind}`, { count, value: valueOf(change) });
    return others > 0 ? `${words}. ${t('bulk.doneOthers', { count: others })}` : words;
  };
}
