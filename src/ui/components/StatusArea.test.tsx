import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import { createI18n } from '#i18n/index.ts';
import { notify } from './notify.tsx';
import { StatusArea } from './StatusArea.tsx';

afterEach(() => {
  act(() => notify.clear());
  cleanup();
});

it.each([
  ['en', 'Close'],
  ['fr', 'Fermer'],
] as const)('a message can be closed by name (%s)', async (language, close) => {
  render(
    <I18nextProvider i18n={await createI18n(language)}>
      <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
        <StatusArea />
      </MantineProvider>
    </I18nextProvider>,
  );
  act(() => notify.error('Broken'));
  const message = await screen.findByText('Broken');
  const button = within(document.body).getByRole('button', { name: close });
  expect(message).toBeTruthy();
  act(() => button.click());
  await expect.poll(() => screen.queryByText('Broken')).toBeNull();
});

it('what can be taken back is said once: nothing is added to it', async () => {
  render(
    <I18nextProvider i18n={await createI18n('en')}>
      <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
        <StatusArea />
      </MantineProvider>
    </I18nextProvider>,
  );
  const said: (string | null)[] = [];
  const heard = new MutationObserver(() => {
    for (const alert of screen.queryAllByRole('alert')) said.push(alert.textContent);
  });
  heard.observe(document.body, { subtree: true, childList: true, characterData: true });
  act(() => notify.undo('Ada is in', 'Undo', () => undefined));
  await screen.findByRole('button', { name: 'Undo' });
  heard.disconnect();
  expect(new Set(said)).toEqual(new Set(['Ada is inUndo']));
});
