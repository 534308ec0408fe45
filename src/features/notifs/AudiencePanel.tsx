import { Anchor } from '@mantine/core';
import { IconCheck, IconMailOff, IconUserOff } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Audience, Hold } from '#domain/notifications/audience.ts';
import { TEMPLATE_KINDS } from '#domain/templates/variables.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { useHoldWords } from '#hooks/data/messageWords.ts';
import { WayToServices } from '#hooks/data/WayToServices.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Notifs.module.css';
import type { NotifFormValues } from './notifFormValues.ts';
import type { WithoutPaper } from './useWithoutPaper.ts';

const SHOWN = 50;
const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): [K, T[]][] {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const own = groups.get(keyOf(item));
    if (own === undefined) groups.set(keyOf(item), [item]);
    else own.push(item);
  }
  return [...groups].sort((a, b) => b[1].length - a[1].length);
}

/** What the event's services have to do with. */
const OF_SERVICES: ReadonlySet<Hold> = new Set(['disabled', 'misconfigured', 'no_cards'] as const);

const OF_TEMPLATES: ReadonlySet<Hold> = new Set(['missing_template', 'unreadable_template'] as const);

interface AudiencePanelProps {
  audience: Audience;
  without: WithoutPaper;
  values: NotifFormValues;
}

/** How many get it, and who does not and why, while one types. */
export function AudiencePanel({ audience, without, values }: AudiencePanelProps) {
  const { t } = useTranslation();
  const holdWords = useHoldWords();
  const { notifType: type, method } = values;
  const due = audience.due.filter(({ hold }) => hold === null);
  const held = audience.due.filter(({ hold }) => hold !== null);
  const { leftOut } = audience;
  const isInactive = type === 'inactive';
  const { id } = useEvent();
  const languagesOf = (people: Audience['due']): string =>
    [...new Set(people.map(({ language }) => t(`languages.${language}`)))].sort().join(', ');
  return (
    <div className={classes.audience}>
      <div>
        <People icon={<IconCheck {...icon} />} people={due} tone="good">
          <span>
            <span role="status">
              {t(isInactive ? 'notifs.dueInactive' : 'notifs.due', { count: due.length })}
            </span>
            {type === 'automatic' && `. ${t('notifs.dueLater')}`}
          </span>
        </People>
        {TEMPLATE_KINDS.filter((kind) => without[kind].length > 0).map((kind) => (
          <People key={kind} people={without[kind]} isPart>
            {t(`notifs.without.${kind}`, { count: without[kind].length })}
          </People>
        ))}
      </div>
      {held.length > 0 && (
        <div data-tone="bad">
          <p className={classes.line}>
            <IconMailOff {...icon} /> {t('notifs.held', { count: held.length })}
          </p>
          {grouped(held, ({ hold }) => hold).map(([hold, people]) => (
            <Fragment key={hold}>
              <People people={people} isPart>
                {hold !== null &&
                  t('notifs.reason', { reason: holdWords(hold, values), count: people.length })}
                {hold !== null && OF_TEMPLATES.has(hold) && method === 'email' && ` (${languagesOf(people)})`}
              </People>
              {hold !== null && OF_SERVICES.has(hold) && <WayToServices className={classes.remedy} />}
              {hold !== null && OF_TEMPLATES.has(hold) && method === 'email' && (
                <p className={classes.remedy}>
                  <Anchor component={Link} to={`${hrefs.event(id)}#templates`}>
                    {t('notifs.toTemplates')}
                  </Anchor>
                </p>
              )}
            </Fragment>
          ))}
        </div>
      )}
      {leftOut.length > 0 && (
        <div>
          <p className={classes.line}>
            <IconUserOff {...icon} /> {t('notifs.leftOut', { count: leftOut.length })}
          </p>
          {grouped(leftOut, ({ why }) => why).map(([why, people]) => (
            <People key={why} people={people} isPart>
              {t('notifs.reason', { reason: t(`notifs.why.${why}`), count: people.length })}
            </People>
          ))}
        </div>
      )}
    </div>
  );
}

interface PeopleProps {
  icon?: ReactNode;
  people: readonly { consumerId: string }[];
  tone?: 'good';
  isPart?: boolean;
  children: ReactNode;
}

/** A line, with the names behind it. */
function People({ icon: shown, people, tone, isPart, children }: PeopleProps) {
  if (people.length === 0) return <p className={classes.line}>{children}</p>;
  return (
    <details className={classes.people} data-tone={tone} data-part={isPart || undefined}>
      <summary>
        {shown} {children}
      </summary>
      <Names people={people} />
    </details>
  );
}

function Names({ people }: { people: readonly { consumerId: string }[] }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const nameOf = usePeopleNames();
  const names = people.map(({ consumerId }) => nameOf(consumerId).listed);
  const shown = names.toSorted((a, b) => a.localeCompare(b, language)).slice(0, SHOWN);
  const more = names.length - shown.length;
  return (
    <p>
      {shown.join(', ')} {more > 0 && t('notifs.more', { count: more })}
    </p>
  );
}
