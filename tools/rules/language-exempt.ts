/**
 * Files and folders that the check of comments and texts leaves out: one prefix a line. Applied migrations stay as they
 * ran.
 */
export const EXEMPT_FROM_LANGUAGE: readonly string[] = ['apps/server/migrations/'];
