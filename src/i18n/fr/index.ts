import { checkin } from './checkin.ts';
import {
  client_display,
  clientCopy,
  clientCreate,
  clientForm,
  consumerStatuses,
  productKinds,
  titles,
} from './clients.ts';
import { categories, common, errors, languages, paymentTypes, roles, status, validation } from './common.ts';
import { event, eventForm, home, login } from './events.ts';
import { client, quickAdd, session } from './sessions.ts';
import { account, nav, needEvent, notBuilt, problem, pwa, screens, search, sync } from './shell.ts';
import type { English } from '../en/index.ts';
import type { Shape } from '../shape.ts';
import { frenchSpacing, mapTexts } from '../typography.ts';

export const fr: Shape<English> = mapTexts<Shape<English>>(
  {
    account,
    categories,
    checkin,
    client,
    client_display,
    clientCopy,
    clientCreate,
    clientForm,
    common,
    consumerStatuses,
    errors,
    event,
    eventForm,
    home,
    languages,
    login,
    nav,
    needEvent,
    notBuilt,
    paymentTypes,
    problem,
    productKinds,
    pwa,
    quickAdd,
    roles,
    screens,
    search,
    session,
    status,
    sync,
    titles,
    validation,
  },
  frenchSpacing,
);
