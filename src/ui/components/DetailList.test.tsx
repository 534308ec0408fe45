import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { createI18n } from '#i18n/index.ts';
import { BreakingAddress, DetailList } from './DetailList.tsx';

async function show(fold: boolean) {
  const items = [
    { label: 'Company', value: '' },
    { label: 'Category', value: 'Individual' },
    { label: 'Notes', value: null },
  ];
  render(
    <MantineProvider>
      <I18nextProvider i18n={await createI18n('en')}>
        <DetailList items={items} fold={fold} />
      </I18nextProvider>
    </MantineProvider>,
  );
}

it('what is empty waits behind one line, with its placeholder', async () => {
  await show(true);
  const folded = screen.getByText('2 empty fields').closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.textContent).toContain('Company–');
  expect(screen.getByText('Individual').closest('details')).toBeNull();
});

it('short lists keep the order of their fields', async () => {
  await show(false);
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Company',
    'Category',
    'Notes',
  ]);
  expect(screen.queryByText('2 empty fields')).toBeNull();
});

it('an address breaks before its domain and is copied whole', () => {
  const { container } = render(<BreakingAddress address="ada@mail.example.ch" />);
  expect(container.textContent).toBe('ada@mail.example.ch');
  expect(container.querySelector('wbr')?.nextSibling?.textContent).toBe('@');
});
