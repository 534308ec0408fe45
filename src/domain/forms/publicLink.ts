import { DESK_ENDPOINTS } from '../config.ts';

/** Where people register with a form. `origin` is that of the app, for the desk of its own server. */
export const publicLink = (
  accessId: string,
  origin: string,
  template: string = DESK_ENDPOINTS.form,
): string => new URL(template.replaceAll('{formAccessId}', encodeURIComponent(accessId)), origin).href;
