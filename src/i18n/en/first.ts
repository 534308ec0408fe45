import { categories, common, errors, languages, roles, status, validation } from './common.ts';
import { account, nav, needEvent, opening, problem, pwa, screens, search, sync } from './shell.ts';
import { error, login, loginMore, pairing, passwordRule } from './login.ts';

/** The words of whoever has no login yet, and of what surrounds all screens. */
export const first = {
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
};
