/** Escapes what would end or change the query; slashes stay readable. */
export const redirectValue = (path: string): string =>
  path.replace(/[?&=#+ %]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/* oxlint-disable-next-line no-control-regex -- browsers drop tabs and line ends out of addresses: "/\t/evil" becomes "//evil" */
const UNSAFE = /^(?!\/)|^\/[/\\]|[\u0000-\u001f\u007f]/;

/** The address to go to after sign-in: only a path of our own, anything else is the start page. */
export const safeRedirect = (value: string | null): string => (value === null || UNSAFE.test(value) ? '/' : value);
