/** With `FILE_MAX_BYTES` what may be uploaded as a template. */
export const TEMPLATE_MAX_PAGES = 50;
