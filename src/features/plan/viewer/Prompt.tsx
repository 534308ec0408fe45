import { Button } from '@mantine/core';
import { IconArmchair } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Plan.module.css';
import type { Carry } from './seatingState.ts';
import { swapNames } from './swapWords.ts';
import type { SeatingDesk } from './useSeating.ts';

interface PromptProps {
  desk: SeatingDesk;
  /** The buttons that zoom, where this would lie on them: they stand above it. */
  tools: ReactNode;
}

/** What to do next while a client is on the way to a seat (PLAN-23), or who may change places where none is free. */
export function Prompt({ desk, tools }: PromptProps) {
  const { t } = useTranslation();
  const { carry, offer, names } = desk;
  const party = carry?.kind === 'place' ? desk.party(carry.clientId) : [];
  const hasSwaps = (offer?.swaps.length ?? 0) > 0;
  return (
    <div className={classes.promptArea}>
      {tools}
      <div role="status">
        {(carry !== null || offer !== null) && (
          <div className={classes.prompt}>
            <IconArmchair size={20} aria-hidden />
            <span>
              {offer !== null && <strong>{offer.why}</strong>}
              {/* Whoever is refused a place is still on the way to another. */}
              {!hasSwaps && words(carry)}
            </span>
            {offer?.swaps.map((swap) => (
              <Button
                key={swap.kind}
                size="compact-sm"
                className={classes.wrapping}
                disabled={desk.busy}
                onClick={() => void desk.accept(swap)}
              >
                {t('seating.swapBoth', swapNames(swap, names, t))}
              </Button>
            ))}
            {!hasSwaps && carry?.kind === 'place' && party.length > 1 && (
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
              {t(carry === null && !hasSwaps ? 'seating.close' : 'seating.cancel')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );

  function words(way: Carry): string {
    if (way === null) return '';
    if (way.kind === 'swapTable') return t('seating.promptSwapTable', { place: names.title(way.tableId) });
    const name = names.client(way.clientId);
    if (way.kind === 'swap') return t('seating.promptSwap', { name });
    if (way.party.length > 1) return t('seating.promptParty', { name, count: way.party.length });
    return t(desk.placeOf(way.clientId) === null ? 'seating.promptPlace' : 'seating.promptMove', { name });
  }
}
