import type { Language, PaymentType } from '../config.ts';
import type { Notif } from '../documents/notif.ts';

/** What sending needs besides people. */
export interface Stock {
  /** Null where that is not known: on a device, whose user may not read it. */
  services: Readonly<Record<Notif['notifMethod'], ServiceState>> | null;
  /** Null where they are not known, as in a light copy. */
  invitations: ReadonlySet<Language> | null;
  /** Of `invoiceKey`; null as above. */
  invoices: ReadonlySet<string> | null;
  /** Ids. */
  whatsappTemplates: ReadonlySet<string>;
  /** Addresses (see `contactKey`) that want no news. */
  optedOut: ReadonlySet<string>;
}
export type ServiceState = 'ready' | 'disabled' | 'misconfigured';
export const invoiceKey = (language: Language, paymentType: PaymentType | null | undefined): string =>
  `${language}/${paymentType ?? 'none'}`;

/** What an event's documents say of it; `services` and the lists as they are known to the caller. */
export function stockOf({
  services,
  invitations,
  invoices,
  whatsappTemplates,
  optedOut = new Set(),
}: {
  services: Stock['services'];
  invitations: Iterable<{ language: Language }> | null;
  invoices: Iterable<{ language: Language; paymentType?: PaymentType | null | undefined }> | null;
  whatsappTemplates: Iterable<string>;
  optedOut?: ReadonlySet<string>;
}): Stock {
  return {
    services,
    invitations: invitations && new Set([...invitations].map(({ language }) => language)),
    invoices:
      invoices &&
      new Set([...invoices].map(({ language, paymentType }) => invoiceKey(language, paymentType))),
    whatsappTemplates: new Set(whatsappTemplates),
    optedOut,
  };
}
