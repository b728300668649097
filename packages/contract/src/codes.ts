/**
 * Answer codes of the wire (decisions.md section 2). locales/<lang>/codes.json holds the texts under the same number.
 * `status` is the HTTP status; every business answer has 200.
 */
export const CODES = {
  ok: 0,
  failed: 1,
  sessionEnded: 5,
  pageDenied: 403,
  pageNotFound: 404,
  linkExpired: 410,
  archived: 443,
  notInProject: 444,
  invalid: 1001,
  accountUnknown: 1002,
  wrongPassword: 1003,
  wrongVerifyCode: 1004,
  denied: 1005,
  notFound: 1006,
  tooManyTries: 1007,
  wrongState: 1008,
  conflict: 1009,
  memberLimit: 1010,
  projectQuota: 1011,
  userDisabled: 1012,
  userUnknown: 1013,
  wrongExtractionCode: 1014,
  uploadLimit: 1015,
  uploadFailed: 1016,
  parsingFailed: 1017,
  duplicateName: 1018,
  inUse: 1019,
  timeClash: 1020,
} as const;

export type Code = (typeof CODES)[keyof typeof CODES];

/**
 * Codes with an error page of the same number. A call that loads the page of the address shows it. Every other call
 * shows the code in place.
 */
export const ERROR_PAGE_CODES = [404, 403, 410, 444, 443] as const;
