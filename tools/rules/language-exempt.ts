/**
 * Files and folders that the check of comments and texts leaves out: one prefix a line. Applied migrations stay as they
 * ran.
 */
export const NOT_YET_REWRITTEN: readonly string[] = ['apps/server/migrations/'];
