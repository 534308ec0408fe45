import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { err, ok } from '#domain/result.ts';
import { createI18n } from '#i18n/index.ts';
import { StatusArea } from '#ui/components/StatusArea.tsx';
import type { DataError } from '#data/types.ts';
import { useAction } from './useAction.ts';

it('what failed is told, and no more once it is tried again: a full device was still full beside what it had saved', async () => {
  const answers: (DataError | null)[] = ['storage_full', 'storage_full', null];
  function Save() {
    const { run } = useAction();
    const save = () =>
      run(async () => {
        const code = answers.shift() ?? null;
        return code === null ? ok('saved') : err({ code });
      });
    return <button onClick={() => void save()}>Save</button>;
  }
  render(
    <MantineProvider>
      <I18nextProvider i18n={await createI18n('en')}>
        <StatusArea />
        <Save />
      </I18nextProvider>
    </MantineProvider>,
  );
  const full = /^The storage of this device is full/;
  const save = screen.getByRole('button', { name: 'Save' });
  fireEvent.click(save);
  await screen.findByText(full);
  fireEvent.click(save);
  await waitFor(() => expect(answers).toHaveLength(1));
  await waitFor(() => expect(screen.getAllByText(full)).toHaveLength(1));
  fireEvent.click(save);
  await waitFor(() => expect(screen.queryByText(full)).toBeNull());
});
