import { Alert, Anchor, Text } from '@mantine/core';
import { IconDatabaseExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MessageAttention } from '#data/types.ts';
import type { MessageVariable } from '#domain/notifications/variables.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { CopyQuestion } from '#hooks/data/CopyWaits.tsx';
import { useStalledWords } from '#hooks/data/stalled.ts';
import { useAskAgain, useServerValue } from '#hooks/data/server.ts';
import { useCan, useEvents } from '#hooks/data/session.ts';
import { Warning, WarningItem } from '#ui/components/Warning.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';

const STATES = ['failed', 'uncertain', 'withheld'] as const;

/** Messages that wait for a person, with the way to them; nothing where there is none, or no network. */
export function MessagesWait() {
  return useCan('member') ? <Waiting /> : null;
}

function Waiting() {
  const { t } = useTranslation();
  const { messages } = useAppData();
  const answer = useServerValue(() => messages.attention(), '');
  const { value, refresh } = answer;
  useAskAgain(answer, value !== null && value.roomLeft !== null);
  if (value === null) return null;
  return (
    <>
      {value.roomLeft !== null && <LittleRoom bytes={value.roomLeft} />}
      {value.isPaused && <CopyQuestion onSettled={refresh} />}
      {value.messages.length > 0 && (
        <Warning
          folded={value.messages.length > 3}
          title={t('notifs.attention', { count: value.messages.length })}
        >
          {value.messages.map((one) => (
            <WarningItem key={`${one.eventId} ${one.notifId}`}>
              <Message message={one} />
            </WarningItem>
          ))}
        </Warning>
      )}
    </>
  );
}

/** Who only waits for messages or invoices writes nothing, and would hear of it nowhere else. */
function LittleRoom({ bytes }: { bytes: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Alert
      icon={<IconDatabaseExclamation aria-hidden />}
      color="amber"
      mb="md"
      title={t('home.littleRoom', { room: format.bytes(bytes) })}
    >
      {t('home.littleRoomWhy')}
    </Alert>
  );
}

function Message({ message }: { message: MessageAttention }) {
  const { t } = useTranslation();
  const format = useFormat();
  const event = useEvents()?.find(({ id }) => id === message.eventId);
  const stalledWords = useStalledWords(event?.timeZone);
  const title = event === undefined ? '' : format.title(event);
  const called = (whole: string, variable: string): string => {
    const words = t(`templateVariables.${variable as MessageVariable}`, { defaultValue: '' });
    return words === '' ? whole : `[${words}]`;
  };
  // As its own page calls it: 'Hello [Forename]'.
  const subject =
    message.name?.replaceAll(/\{\{\s*([a-z_]+)\s*\}\}/g, called) ?? t(`notifs.methods.${message.method}`);
  const states = STATES.filter((state) => message[state] > 0).map((state) =>
    t('notifs.reason', { reason: t(`notifs.states.${state}`), count: message[state] }),
  );
  return (
    <>
      <Anchor component={Link} to={`${hrefs.eventNotif(message.eventId, message.notifId)}?tab=people`}>
        {t('notifs.attentionIn', { title, subject })}
      </Anchor>{' '}
      <Text span inherit ml={4}>
        {[states.join(', '), stalledWords(message)].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}
