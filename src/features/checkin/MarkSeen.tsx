import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useEvent } from '#hooks/data/event.tsx';
import type { Door } from './useDoor.ts';

interface MarkSeenProps {
  session: Session;
  guest: { clientId: string; name: string };
  /** What it names (`markSeen`). */
  what: string;
  onNew: Door['show'];
}

/** Leaves it as it is, and says who has seen it. */
export function MarkSeen({ session, guest, what, onNew }: MarkSeenProps) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  const errorText = useErrorText();
  async function mark(): Promise<void> {
    const done = await repository.markSeen(session._id, guest.clientId, what);
    if (!done.ok) onNew('failed', guest.name, errorText(done.error));
  }
  return (
    <button type="button" onClick={() => void mark()}>
      {t('checkin.markSeen')}
    </button>
  );
}
