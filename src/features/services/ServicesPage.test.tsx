import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok } from '#domain/result.ts';
import { MASK } from '#domain/services/secrets.ts';
import type { AppData } from '#data/types.ts';
import { showScreen } from '#hooks/testing/screen.tsx';
import { ServicesPage } from './ServicesPage.tsx';

const open = (openUntil: number | null, language: 'en' | 'fr' = 'en') =>
  showScreen({
    screen: <ServicesPage />,
    path: '/event/:eventId/services',
    at: '/event/gala/services',
    language,
    data: {
      services: {
        read: () => Promise.resolve(ok({ _id: 'gala', payments: { key: MASK, secret: MASK } })),
        publicUrl: () => Promise.resolve(ok({ url: null })),
      } as unknown as AppData['services'],
      paymentTroubles: () =>
        Promise.resolve(ok({ open: openUntil === null ? 0 : 2, openUntil, troubles: [], lookedAt: [] })),
    },
  });

it.each([
  ['en', /^2 guests have pages to pay open at Stripe, until January 5, 2026.*is still read/],
  ['fr', /^2 personnes ont des pages de paiement ouvertes chez Stripe, jusqu’au 5 janvier 2026/],
] as const)('before other keys are saved, says what becomes of open pages: %s', async (language, words) => {
  await open(Date.UTC(2026, 0, 5, 12), language);
  expect(await screen.findByText(words)).toBeTruthy();
});

it('says nothing of pages where none is open', async () => {
  await open(null);
  expect(await screen.findByLabelText(/Webhook secret/)).toBeTruthy();
  expect(screen.queryByText(/open at Stripe/)).toBeNull();
});
