import { categories, common, errors, languages, roles, status, validation } from './common.ts';
import { account, nav, needEvent, opening, problem, pwa, screens, search, sync } from './shell.ts';
import { error, login, loginMore, pairing, passwordRule } from './login.ts';
import type { first as english } from '../en/first.ts';
import type { Shape } from '../shape.ts';
import { frenchSpacing, mapTexts } from '../typography.ts';

export const first: Shape<typeof english> = mapTexts<Shape<typeof english>>(
  {
    account,
    categories,
    common,
    error,
    errors,
    languages,
    login,
    loginMore,
    nav,
    needEvent,
    opening,
    pairing,
    passwordRule,
    problem,
    pwa,
    roles,
    screens,
    search,
    status,
    sync,
    validation,
  },
  frenchSpacing,
);
