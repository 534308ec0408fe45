import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { GALA, showScreen } from '#hooks/testing/screen.tsx';
import { InvoiceTemplatePage } from './TemplatePage.tsx';

const EVENT = { ...GALA, _rev: '2-a', paymentTypes: ['card', 'transfer'] };
const template = (id: string, more: object = {}) => ({
  ...{ _id: `invoicetemplate_${id}`, _rev: '1-a', type: 'invoicetemplate', language: 'en', refs: [] },
  ...{ metadata: {}, ...more },
});

it('an invoice template without a payment type opens as one for none, and takes no other’s place [TPL-09] [TPL-12]', async () => {
  await showScreen({
    screen: <InvoiceTemplatePage />,
    path: '/event/:eventId/invoices/:templateId',
    at: '/event/gala/invoices/plain',
    documents: [EVENT, template('plain'), template('card', { paymentType: 'card' })],
    repository: { templatePdf: async () => null } as never,
  });
  const field = await screen.findByLabelText<HTMLSelectElement>('Payment type');
  expect(field.value).toBe('none');
  expect([...field.options].filter(({ disabled }) => !disabled).map(({ value }) => value)).toEqual([
    ...['card', 'none', 'transfer'],
  ]);
  expect(screen.queryByText(/There is a template for this choice already/)).toBeNull();
});
