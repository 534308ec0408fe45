import { Anchor } from '@mantine/core';
import { IconCloudDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SessionStatus } from '#domain/config.ts';
import type { SearchAnswer } from '#data/types.ts';
import { useEvents } from '#hooks/data/session.ts';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './SearchDialog.module.css';

/** So many are named, ongoing ones first. */
const NAMED = 3;
const RANKS: Record<SessionStatus, number> = { ongoing: 0, upcoming: 1, archived: 2 };

interface MissingCopiesProps {
  answer: SearchAnswer | null;
  onOpen: () => void;
}

/** What the search cannot see, and the way there: opening an event brings it to this device. */
export function MissingCopies({ answer, onOpen }: MissingCopiesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const events = useEvents() ?? [];
  if (answer === null || answer.reading || answer.missing.length === 0) return null;
  const missing = events
    .filter(({ id }) => answer.missing.includes(id))
    .sort((a, b) => RANKS[a.status] - RANKS[b.status] || (b.date ?? 0) - (a.date ?? 0));
  const more = missing.length - NAMED;
  return (
    <div className={classes.missing}>
      <IconCloudDownload size={18} stroke={1.7} aria-hidden />
      <p>
        {t('search.missing', { count: missing.length })}{' '}
        {missing.slice(0, NAMED).map((event, index) => (
          <span key={event.id}>
            {index > 0 && ', '}
            <Anchor component={Link} to={hrefs.event(event.id)} inherit underline="always" onClick={onOpen}>
              {format.title(event)}
            </Anchor>
          </span>
        ))}
        {more > 0 && ` ${t('search.missingMore', { count: more })}`}
      </p>
    </div>
  );
}
