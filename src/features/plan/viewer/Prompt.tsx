import { Button } from '@mantine/core';
import { IconArmchair } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './Plan.module.css';
import type { SeatingDesk } from './useSeating.ts';

/** What to do next while a client is on the way to a seat (PLAN-23). */
export function Prompt({ desk }: { desk: SeatingDesk }) {
  const { t } = useTranslation();
  const { carry, names } = desk;
  const party = carry === null ? [] : desk.party(carry.clientId);
  return (
    <div className={classes.promptArea} role="status">
      {carry !== null && (
        <div className={classes.prompt}>
          <IconArmchair size={20} aria-hidden />
          <span>{words()}</span>
          {carry.kind === 'place' && party.length > 1 && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => desk.startMove(carry.clientId, carry.party.length === 1)}
            >
              {carry.party.length === 1
                ? t('seating.wholeParty', { count: party.length })
                : t('seating.onlyOne', { name: names.client(carry.clientId) })}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={desk.stop}>
            {t('seating.cancel')}
          </Button>
        </div>
      )}
    </div>
  );

  function words(): string {
    if (carry === null) return '';
    const name = names.client(carry.clientId);
    if (carry.kind === 'swap') return t('seating.promptSwap', { name });
    if (carry.party.length > 1) return t('seating.promptParty', { name, count: carry.party.length });
    return t(desk.placeOf(carry.clientId) === null ? 'seating.promptPlace' : 'seating.promptMove', { name });
  }
}
