/** Escapes characters that end or change the query. Slashes stay readable. */
export const redirectValue = (path: string): string =>
  path.replace(/[?&=#+ %]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/* oxlint-disable-next-line no-control-regex -- browsers remove tabs and line ends from addresses: "/\t/evil" becomes "//evil" */
const UNSAFE = /^(?!\/)|^\/[/\\]|[\u0000-\u001f\u007f]/;

/** Address to open after sign-in. Anything but a path of this app becomes the start page, against open redirects. */
export const safeRedirect = (value: string | null): string => (value === null || UNSAFE.test(value) ? '/' : value);
