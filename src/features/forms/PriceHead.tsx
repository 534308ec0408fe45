import { useTranslation } from 'react-i18next';
import type { Kind } from '#domain/forms/amounts.ts';

interface PriceHeadProps {
  options: readonly { id: string; name: string }[];
  kinds: readonly Kind[];
}

/** The options of the table of prices, and below each its kinds where there are more than one. */
export function PriceHead({ options, kinds }: PriceHeadProps) {
  const { t } = useTranslation();
  const isOfKinds = kinds.length > 1;
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={isOfKinds ? 2 : 1}>
          {t('forms.session')}
        </th>
        {options.map(({ id, name }) => (
          <th key={id} scope={isOfKinds ? 'colgroup' : 'col'} colSpan={kinds.length}>
            {name}
          </th>
        ))}
      </tr>
      {isOfKinds && (
        <tr>
          {options.flatMap(({ id }) =>
            kinds.map((kind) => (
              <th key={`${id} ${kind}`} scope="col">
                {t(`productKinds.${kind}`)}
              </th>
            )),
          )}
        </tr>
      )}
    </thead>
  );
}
