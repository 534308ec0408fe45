import { useTranslation } from 'react-i18next';
import type { UnknownCode } from '#domain/checkins/scan.ts';
import { foreignCode } from '#domain/checkins/foreignCode.ts';
import { fullName } from '#ui/words/format.ts';
import { useEvent } from '../data/event.tsx';
import { useSyncOf } from '../data/session.ts';

/** What a door says of a code that nobody has. */
export interface UnknownWords {
  head: string;
  /** Whose it was; '' where nobody knows. */
  name: string;
  /** What it is instead, or why it may not be known here. */
  detail: string;
}

const SHOWN = 40;

export function useUnknownCode(): (code: string, reading: UnknownCode) => UnknownWords {
  const { t } = useTranslation();
  const { store } = useEvent();
  const isSynced = useSyncOf(({ summary }) => summary === 'synced');
  return (typed, { deleted }) => {
    const head = t('scan.notFound');
    const former = deleted === null ? undefined : store.documents('client').get(deleted);
    if (former !== undefined) return { head: t('scan.deleted'), name: fullName(former), detail: '' };
    const foreign = foreignCode(typed);
    if (foreign !== null) return { head, name: '', detail: t(`scan.foreign_${foreign}`) };
    const code = typed.trim().slice(0, SHOWN);
    return { head, name: '', detail: t(isSynced ? 'scan.notFoundHint' : 'scan.notFoundHere', { code }) };
  };
}
