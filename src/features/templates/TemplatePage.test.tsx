import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { GALA, showScreen } from '#hooks/testing/screen.tsx';
import { InvitationTemplatePage, InvoiceTemplatePage } from './TemplatePage.tsx';

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

/** Reads a PDF, and has not come to its end yet. */
class SlowWorker extends EventTarget {
  readonly postMessage = (): void => undefined;
  readonly terminate = (): void => undefined;
}
afterEach(() => vi.unstubAllGlobals());

it('a template that somebody removed says so at once, and is saved anew with what was drawn', async () => {
  vi.stubGlobal('Worker', SlowWorker);
  const refs = [{ id: 'box', x: 10, y: 10, width: 30, height: 5, pageIndex: 0, variableKey: 'fullname' }];
  const own = { ...template('en', { refs }), _id: 'invitationtemplate_en', type: 'invitationtemplate' };
  const pdf = new Blob([Uint8Array.from(await plainTemplate())], { type: 'application/pdf' });
  const saveTemplate = vi.fn<(input: object) => Promise<unknown>>(async (value) => ({ ok: true, value }));
  const { store } = await showScreen({
    screen: <InvitationTemplatePage />,
    path: '/event/:eventId/invitations/:templateId',
    at: '/event/gala/invitations/en',
    documents: [EVENT, own],
    repository: { templatePdf: async () => pdf, saveTemplate } as never,
  });
  await screen.findByRole('button', { name: 'Delete template' });
  expect(screen.queryByText(/^Somebody has removed/)).toBeNull();
  act(() => store.apply([{ _id: own._id, _rev: '2-a', _deleted: true }] as never));
  expect((await screen.findByText(/^Somebody has removed/)).closest('[role=alert]')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete template' })).toBeNull();
  await waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Save template' }));
    expect(saveTemplate).toHaveBeenCalled();
  });
  expect(saveTemplate.mock.calls[0]?.[0]).toMatchObject({ templateId: null, base: null, pdf, refs });
});
