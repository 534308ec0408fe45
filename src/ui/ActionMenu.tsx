import { Button, Menu, TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { searchMenu } from './menuSearch.ts';

/** Popup menus are at least this high before they scroll (specification 1 §9). */
export const MENU_MIN_MAX_HEIGHT = 200;

export interface ActionItem {
  id: string;
  title: string;
  /** Other words that find it. */
  others?: readonly string[];
  icon?: ReactNode;
  danger?: boolean;
  to?: string;
  onSelect?: () => void;
}

/** A menu of actions; with more than `searchFrom` of them it can be searched. */
export function ActionMenu({
  items,
  label,
  searchFrom = 6,
}: {
  items: readonly ActionItem[];
  label?: string;
  searchFrom?: number;
}) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const found = searchMenu(items, query);
  return (
    <Menu position="bottom-end" width={264} onClose={() => setQuery('')}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {label ?? t('common.actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown
        mah={`max(${MENU_MIN_MAX_HEIGHT}px, min(60vh, 440px))`}
        style={{ overflowY: 'auto' }}
        data-testid="menu"
      >
        {items.length >= searchFrom && (
          <TextInput
            value={query}
            onChange={(change) => setQuery(change.currentTarget.value)}
            placeholder={t('event.findAction')}
            aria-label={t('event.findAction')}
            leftSection={<IconSearch size={16} aria-hidden />}
            size="xs"
            mb={4}
          />
        )}
        {found.map((item) => (
          <Entry key={item.id} item={item} />
        ))}
        {found.length === 0 && <Menu.Label>{t('common.noResult')}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}

function Entry({ item }: { item: ActionItem }) {
  const shared = {
    leftSection: item.icon,
    ...(item.danger ? { style: { color: 'var(--foyer-bad)' } } : {}),
  };
  if (item.to !== undefined) {
    return (
      <Menu.Item component={Link} to={item.to} {...shared}>
        {item.title}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item {...shared} onClick={() => item.onSelect?.()}>
      {item.title}
    </Menu.Item>
  );
}
