import { loginMore, logins, passwordRule, security, users } from './accounts.ts';
import { bulk } from './bulk.ts';
import { checkin } from './checkin.ts';
import { client_display, clientCopy, clientCreate, clientForm, numbers, productKinds } from './clients.ts';
import { categories, common, errors, languages, roles, status, validation } from './common.ts';
import { doors, pairing } from './doors.ts';
import { hubs } from './hubs.ts';
import { event, eventForm, home, login } from './events.ts';
import { forms } from './forms.ts';
import { imports } from './imports.ts';
import { invoices } from './invoices.ts';
import { notifs } from './notifs.ts';
import { guestLink, payments } from './payments.ts';
import {
  access,
  consumerForm,
  currencies,
  error,
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
import { account, nav, needEvent, opening, problem, pwa, screens, search, sync } from './shell.ts';
import { consumerStatuses, paymentTypes, titles } from './values.ts';
import type { en } from '../en/index.ts';
import type { Shape } from '../shape.ts';
import { frenchSpacing, mapTexts } from '../typography.ts';

export const fr: Shape<typeof en> = mapTexts<Shape<typeof en>>(
  {
    access,
    account,
    allClients,
    bulk,
    categories,
    checkin,
    client,
    client_display,
    clientCopy,
    clientCreate,
    clientForm,
    common,
    consumerForm,
    consumerStatuses,
    currencies,
    doors,
    hubs,
    error,
    errors,
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
    languages,
    login,
    loginMore,
    logins,
    nav,
    needEvent,
    numbers,
    opening,
    passwordRule,
    paymentTypes,
    plan_update,
    pairing,
    planEditor,
    planExchange,
    problem,
    productKinds,
    pwa,
    quickAdd,
    rate_setting,
    rates,
    roles,
    scan,
    screens,
    search,
    seating,
    security,
    services,
    session,
    statement,
    statistics,
    status,
    sync,
    tables,
    templates,
    templateVariables,
    titles,
    user_creation,
    user_display,
    users,
    validation,
  },
  frenchSpacing,
);
