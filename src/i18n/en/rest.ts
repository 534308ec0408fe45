import { logins, security, users } from './accounts.ts';
import { bulk } from './bulk.ts';
import { checkin } from './checkin.ts';
import { client_display, clientCopy, clientCreate, clientForm, numbers, productKinds } from './clients.ts';
import { doors } from './doors.ts';
import { hubs } from './hubs.ts';
import { event, eventForm, home } from './events.ts';
import { forms } from './forms.ts';
import { imports } from './imports.ts';
import { invoices } from './invoices.ts';
import { notifs } from './notifs.ts';
import { guestLink, payments } from './payments.ts';
import {
  access,
  consumerForm,
  currencies,
  file_creation,
  form,
  history,
  rate_setting,
  rates,
  user_creation,
  user_display,
} from './people.ts';
import { plan_update, planEditor } from './planEditor.ts';
import { planExchange } from './planExchange.ts';
import { scan } from './scan.ts';
import { seating } from './seating.ts';
import { services } from './services.ts';
import { allClients, client, exports, quickAdd, session, tables } from './sessions.ts';
import { statement } from './statement.ts';
import { statistics } from './statistics.ts';
import { invoice_template_creation, templates, templateVariables } from './templates.ts';
import { consumerStatuses, paymentTypes, titles } from './values.ts';

/** The words of the screens behind the login. */
export const rest = {
  access,
  allClients,
  bulk,
  checkin,
  client,
  client_display,
  clientCopy,
  clientCreate,
  clientForm,
  consumerForm,
  consumerStatuses,
  currencies,
  doors,
  hubs,
  event,
  eventForm,
  exports,
  file_creation,
  form,
  forms,
  history,
  guestLink,
  home,
  imports,
  invoices,
  notifs,
  payments,
  invoice_template_creation,
  logins,
  numbers,
  paymentTypes,
  plan_update,
  planEditor,
  planExchange,
  productKinds,
  quickAdd,
  rate_setting,
  rates,
  scan,
  seating,
  security,
  services,
  session,
  statement,
  statistics,
  tables,
  templates,
  templateVariables,
  titles,
  user_creation,
  user_display,
  users,
};
