import type { ComponentType } from 'react';
import type { RouteId } from '#ui/paths.ts';

/** The code of each screen, loaded when its route is first visited. */
export type ScreenLoader = () => Promise<ComponentType>;

const notBuilt: ScreenLoader = async () => (await import('../NotBuiltPage.tsx')).NotBuiltPage;
const needEvent: ScreenLoader = async () => (await import('../NeedEventPage.tsx')).NeedEventPage;
const quickAdd: ScreenLoader = async () => (await import('#features/clients/QuickAddPage.tsx')).QuickAddPage;

export const SCREENS: Record<RouteId, ScreenLoader> = {
  home: async () => (await import('#features/events/HomePage.tsx')).HomePage,
  login: async () => (await import('#features/login/LoginPage.tsx')).LoginPage,
  eventNew: async () => (await import('#features/events/EventCreatePage.tsx')).EventCreatePage,
  event: async () => (await import('#features/events/EventPage.tsx')).EventPage,
  eventUpdate: async () => (await import('#features/events/EventUpdatePage.tsx')).EventUpdatePage,
  client: async () => (await import('#features/clients/ClientPage.tsx')).ClientPage,
  eventClientNew: quickAdd,
  session: async () => (await import('#features/sessions/SessionPage.tsx')).SessionPage,
  sessionClientNew: quickAdd,
  checkin: async () => (await import('#features/checkin/CheckinPage.tsx')).CheckinPage,
  // Routes without an event go to the last visited one, or ask (readings, no. 19).
  notifNew: needEvent,
  formNew: needEvent,
  clientNew: needEvent,
  clientImport: needEvent,
  documentNew: needEvent,
  // Later issues.
  profile: notBuilt,
  userNew: notBuilt,
  access: notBuilt,
  accessUser: notBuilt,
  eventHistory: notBuilt,
  clientUpdate: notBuilt,
  clientCopy: notBuilt,
  eventClientImport: notBuilt,
  registrant: notBuilt,
  eventNotifNew: notBuilt,
  eventNotif: notBuilt,
  eventFormNew: notBuilt,
  eventForm: notBuilt,
  rate: notBuilt,
  services: notBuilt,
  stats: notBuilt,
  invitationNew: notBuilt,
  invitation: notBuilt,
  invoiceNew: notBuilt,
  invoice: notBuilt,
  sessionClientImport: notBuilt,
  plan: notBuilt,
  planEdit: notBuilt,
  scan: notBuilt,
};
