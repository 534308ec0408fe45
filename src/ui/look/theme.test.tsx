import { Checkbox, MantineProvider, TextInput } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { theme } from './theme.ts';

it('a hint stands below its field and a fault below that; of several choices it stands before them', () => {
  render(
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <TextInput label="Port" description="465 with TLS" error="No number" />
      <Checkbox.Group label="Ways" description="One at least" error="None chosen">
        <Checkbox label="Card" value="card" />
      </Checkbox.Group>
    </MantineProvider>,
  );
  const order = (...elements: HTMLElement[]): boolean =>
    elements.every(
      (one, at) =>
        at === 0 ||
        (elements[at - 1] as HTMLElement).compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING,
    );
  const text = (words: string) => screen.getByText(words);
  const port = screen.getByRole('textbox', { name: 'Port' });
  expect(order(text('Port'), port, text('465 with TLS'), text('No number'))).toBe(true);
  const card = screen.getByRole('checkbox', { name: 'Card' });
  expect(order(text('Ways'), text('One at least'), card, text('None chosen'))).toBe(true);
});
