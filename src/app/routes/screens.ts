import type { ComponentType } from 'react';
import type { RouteId } from '#ui/paths.ts';

/** The code of each screen, loaded when its route is first visited. */
export type ScreenLoader = () => Promise<ComponentType>;

const needEvent: ScreenLoader = async () => (await import('../NeedEventPage.tsx')).NeedEventPage;
const clientCreate: ScreenLoader = async () =>
  (await import('#features/clients/forms/ClientCreatePage.tsx')).ClientCreatePage;
const importClients: ScreenLoader = async () => (await import('#features/imports/ImportPage.tsx')).ImportPage;
const invitationTemplate: ScreenLoader = async () =>
  (await import('#features/templates/TemplatePage.tsx')).InvitationTemplatePage;
const invoiceTemplate: ScreenLoader = async () =>
  (await import('#features/templates/TemplatePage.tsx')).InvoiceTemplatePage;

export const SCREENS: Record<RouteId, ScreenLoader> = {
  home: async () => (await import('#features/events/home/HomePage.tsx')).HomePage,
  login: async () => (await import('#features/login/LoginPage.tsx')).LoginPage,
  codes: async () => (await import('#features/profile/CodesPage.tsx')).CodesPage,
  pair: async () => (await import('#features/login/PairPage.tsx')).PairPage,
  eventNew: async () => (await import('#features/events/forms/EventCreatePage.tsx')).EventCreatePage,
  event: async () => (await import('#features/events/page/EventPage.tsx')).EventPage,
  eventUpdate: async () => (await import('#features/events/forms/EventUpdatePage.tsx')).EventUpdatePage,
  client: async () => (await import('#features/clients/page/ClientPage.tsx')).ClientPage,
  clientUpdate: async () => (await import('#features/clients/forms/ClientUpdatePage.tsx')).ClientUpdatePage,
  clients: async () => (await import('#features/sessions/everybody/AllClientsPage.tsx')).AllClientsPage,
  clientCopy: async () => (await import('#features/clients/copy/ClientCopyPage.tsx')).ClientCopyPage,
  eventClientNew: clientCreate,
  session: async () => (await import('#features/sessions/SessionPage.tsx')).SessionPage,
  tables: async () => (await import('#features/sessions/tables/TableListPage.tsx')).TableListPage,
  sessionClientNew: clientCreate,
  checkin: async () => (await import('#features/checkin/CheckinPage.tsx')).CheckinPage,
  profile: async () => (await import('#features/profile/ProfilePage.tsx')).ProfilePage,
  userNew: async () => (await import('#features/users/UserCreationPage.tsx')).UserCreationPage,
  users: async () => (await import('#features/users/UsersPage.tsx')).UsersPage,
  user: async () => (await import('#features/users/UserPage.tsx')).UserPage,
  security: async () => (await import('#features/security/SecurityPage.tsx')).SecurityPage,
  hubs: async () => (await import('#features/hubs/HubsPage.tsx')).HubsPage,
  access: async () => (await import('#features/users/AccessPage.tsx')).AccessPage,
  accessUser: async () => (await import('#features/users/UserAccessPage.tsx')).UserAccessPage,
  eventHistory: async () => (await import('#features/history/HistoryPage.tsx')).HistoryPage,
  registrant: async () => (await import('#features/consumers/ConsumerEditPage.tsx')).ConsumerEditPage,
  registrantMoney: async () =>
    (await import('#features/clients/page/payment/RegistrationMoneyPage.tsx')).RegistrationMoneyPage,
  rate: async () => (await import('#features/rates/RateSettingPage.tsx')).RateSettingPage,
  money: async () => (await import('#features/money/MoneyPage.tsx')).MoneyPage,
  statement: async () => (await import('#features/statement/StatementPage.tsx')).StatementPage,
  documentNew: async () => (await import('#features/files/FileCreationPage.tsx')).FileCreationPage,
  // Routes without an event go to the last visited one, or ask (readings, no. 19).
  notifNew: needEvent,
  formNew: needEvent,
  clientNew: needEvent,
  clientImport: needEvent,
  eventClientImport: importClients,
  eventNotifNew: async () => (await import('#features/notifs/NotifPage.tsx')).NotifCreatePage,
  eventNotif: async () => (await import('#features/notifs/NotifPage.tsx')).NotifPage,
  eventFormNew: async () => (await import('#features/forms/FormPage.tsx')).FormCreatePage,
  eventForm: async () => (await import('#features/forms/FormPage.tsx')).FormPage,
  services: async () => (await import('#features/services/ServicesPage.tsx')).ServicesPage,
  stats: async () => (await import('#features/statistics/StatisticsPage.tsx')).StatisticsPage,
  invitationNew: invitationTemplate,
  invitation: invitationTemplate,
  invoiceNew: invoiceTemplate,
  invoice: invoiceTemplate,
  sessionClientImport: importClients,
  plan: async () => (await import('#features/plan/viewer/PlanPage.tsx')).PlanPage,
  planEdit: async () => (await import('#features/plan/editor/PlanEditorPage.tsx')).PlanEditorPage,
  scan: async () => (await import('#features/scan/ScanPage.tsx')).ScanPage,
};
