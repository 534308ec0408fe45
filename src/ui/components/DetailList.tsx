import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DetailList.module.css';

interface Item {
  label: string;
  value: ReactNode;
}

const isEmpty = ({ value }: Item): boolean => value === null || value === undefined || value === '';

interface DetailListProps {
  items: readonly Item[];
  /** What is empty waits behind one line, where lists are long and often half empty. */
  fold?: boolean;
}

/** Names and values; a placeholder stands for what is empty. */
export function DetailList({ items, fold = false }: DetailListProps) {
  const { t } = useTranslation();
  const empty = fold ? items.filter(isEmpty) : [];
  const shown = items.filter((item) => !empty.includes(item));
  return (
    <>
      {shown.length > 0 && <Items items={shown} />}
      {empty.length > 0 && (
        <details className={classes.folded}>
          <summary>{t('common.emptyFields', { count: empty.length })}</summary>
          <Items items={empty} />
        </details>
      )}
    </>
  );
}

function Items({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation();
  return (
    <dl className={classes.list}>
      {items.map((item) => (
        <div key={item.label}>
          <dt>{item.label}</dt>
          <dd>{isEmpty(item) ? t('common.none') : item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An address that breaks before its parts, where it must, and not within a word. */
export function BreakingAddress({ address }: { address: string }) {
  const [name, ...rest] = address.split('@');
  return (
    <>
      {name}
      {rest.map((domain) => (
        <span key={domain}>
          <wbr />@{domain}
        </span>
      ))}
    </>
  );
}
