import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MENU_MIN_MAX_HEIGHT } from '#ui/components/ActionMenu.tsx';

export interface Choice {
  label: string;
  run: () => void;
}

interface ChoicesProps {
  label: string;
  disabled: boolean;
  heading?: string | undefined;
  choices: readonly Choice[];
  more?: { heading: string; choices: readonly Choice[] };
}

/** A button of the bar with what it can set. */
export function Choices({ label, disabled, heading, choices, more }: ChoicesProps) {
  return (
    <Menu position="top-start" width={240} disabled={disabled}>
      <Menu.Target>
        <Button
          size="compact-md"
          fz="sm"
          variant="default"
          disabled={disabled}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={`max(${MENU_MIN_MAX_HEIGHT}px, min(60vh, 440px))`} style={{ overflowY: 'auto' }}>
        {heading !== undefined && <Menu.Label>{heading}</Menu.Label>}
        {choices.map(itemOf)}
        {more !== undefined && <Menu.Label>{more.heading}</Menu.Label>}
        {more?.choices.map(itemOf)}
      </Menu.Dropdown>
    </Menu>
  );
}

const itemOf = ({ label, run }: Choice): ReactNode => (
  <Menu.Item key={label} onClick={run}>
    {label}
  </Menu.Item>
);
