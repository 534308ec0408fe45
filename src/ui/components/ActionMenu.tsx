import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { searchMenu } from './menuSearch.ts';
import { asDialog } from './popupRole.ts';

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

interface ActionMenuProps {
  items: readonly ActionItem[];
  label?: string;
  /** With this many items or more it can be searched. */
  searchFrom?: number;
}

/** A menu of actions. */
export function ActionMenu({ items, label, searchFrom = 6 }: ActionMenuProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const found = searchMenu(items, query);
  const searchable = items.length >= searchFrom;
  const name = label ?? t('common.actions');
  return (
    <Menu position="bottom-end" width={264}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown
        ref={searchable ? asDialog : undefined}
        aria-label={name}
        mah={`max(${MENU_MIN_MAX_HEIGHT}px, min(60vh, 440px))`}
        style={{ overflowY: 'auto' }}
        data-testid="menu"
      >
        {searchable && (
          <Menu.Search
            value={query}
            onChange={(change) => setQuery(change.currentTarget.value)}
            onKeyDown={chooseFirst}
            placeholder={t('event.findAction')}
            aria-label={t('event.findAction')}
            leftSection={<IconSearch size={16} aria-hidden />}
          />
        )}
        <div {...(searchable ? { role: 'menu', 'aria-label': name } : {})}>
          {found.map((item) => (
            <Entry key={item.id} item={item} />
          ))}
        </div>
        {found.length === 0 && <Menu.Label role="status">{t('common.noResult')}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Enter takes the first item found, unless the arrows chose another. */
function chooseFirst(key: KeyboardEvent<HTMLInputElement>): void {
  if (key.key !== 'Enter' || key.currentTarget.value === '') return;
  const popup = key.currentTarget.closest('[data-menu-dropdown]');
  if (popup === null || popup.querySelector('[data-menu-active]') !== null) return;
  key.preventDefault();
  popup.querySelector<HTMLElement>('[data-menu-item]')?.click();
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
