import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { shownRate } from '#domain/money/rate.ts';

/** A rate in words: a partial one as 100 minus the rate (specification 1 §9). */
export function useRateText(): (rate: number) => string {
  const { t } = useTranslation();
  return useCallback(
    (rate) => {
      const { kind, percent } = shownRate(rate);
      return t(`rates.${kind}`, { percent });
    },
    [t],
  );
}
