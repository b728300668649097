/**
 * Every number that is a business limit (specification section 9, decisions.md section 8). This file has no zod,
 * because the sign-in page loads it.
 */
export const LIMITS = {
  /** Tasks in each list of /home. */
  homeList: 50,
  accountMin: 2,
  accountMax: 30,
  employeeNoMax: 30,
  passwordMin: 6,
  passwordMax: 18,
  /** The upper bound that an administrator can set for the policy. */
  passwordPolicyMin: 8,
  passwordPolicyMax: 64,
  roleNameMax: 25,
  departmentLevels: 5,
  nameMax: 100,
  titleMax: 200,
  textMax: 5000,
  commentMax: 2000,
  /** Opinions of one process, and entries in the thread of one. */
  opinionsMax: 500,
  opinionEntriesMax: 100,
  opinionEntriesOfProcess: 4000,
  /** Pictures in one comment, people mentioned in it, and minutes in which its author may edit it. */
  commentPictures: 9,
  commentMentions: 20,
  commentEditMinutes: 10,
  /** Attachments of one record and round, and files of one call. */
  attachmentsMax: 50,
  recycleDays: 30,
  badgeMax: 99,
  uploadBytes: 5_368_709_120,
  /** One picture (portrait, cover). The browser shrinks it before the upload. */
  imageBytes: 10 * 1024 * 1024,
  /** Width times height of a picture, and the longest side of its thumbnail. */
  imagePixels: 50_000_000,
  imageThumb: 200,
  /** Unused pictures of one person. The server deletes them after a day. */
  imagesUnused: 20,
  chunkBytes: 64 * 1024 * 1024,
  fileNameBytes: 255,
  folderDepth: 25,
  pageSize: 20,
  pageSizeMax: 200,
  unpagedMax: 1000,
  /** Counts are exact up to this value and appear as "1,000+" beyond. */
  countCap: 1000,
  mobileBreakpoint: 1024,
  mobileTolerance: 3,
  requestTimeoutMs: 600_000,
  logoutReloadMs: 500,
  passwordReloadMs: 800,
  warningToastMs: 3000,
  successToastMs: 2000,
  menuShowTimeoutMs: 200,
  noticeScrollAbove: 3,
  loginHistory: 20,
  /** Unused keys of one address; the oldest go first. Without `kid` the server tries this many of the newest. */
  transferKeysOfAddress: 2000,
  transferKeysTried: 8,
  memberLimit: 200,
  projectLimit: 500,
  /** Newest history entries on a record's page. Sub-tasks on a task's page, which also shows their total. */
  historyShown: 500,
  childrenShown: 200,
  processStagesMax: 20,
  executorsMax: 50,
  /** Days of one change of the working-day calendar: a whole leap year. */
  daysMax: 366,
  dayNameMax: 30,
  /** Entries of one level of cost ratios, and versions of one project type. */
  costPartsMax: 100,
  costVersionsMax: 100,
  /** Rows of one bulk action. */
  bulkMax: 200,
  /** Past delegations of a list, the longest time of one, and the hops of a chain. */
  delegationsPast: 20,
  delegationDaysMax: 366,
  delegationHopsMax: 3,
  /** Reviews that one call passes together. */
  reviewBatchMax: 50,
  /** Positions of one enterprise. More than one import brings. */
  positionsMax: 10_000,
  /** Rows of one imported file. */
  importMax: 5000,
  handOverMax: 500,
  /** Rows of one exported list. */
  exportMax: 5000,
} as const;

/** Codes by e-mail: digits, lifetime, pause between two codes of one address, wrong tries. */
export const CODE = { digits: 6, seconds: 600, resendSeconds: 60, tries: 5 } as const;

/** Lifetimes of issued tokens, keys and addresses, in seconds. */
export const LIFETIMES = {
  transferKey: 120,
  sessionIdle: 8 * 3600,
  sessionMax: 24 * 3600,
  sessionAutomatic: 7 * 24 * 3600,
  sessionRotateAfter: 30 * 60,
  sessionGrace: 60,
  download: 300,
  ssoState: 300,
  ssoTicket: 600,
  /** How often the server asks the provider whether a person is still signed in there. */
  ssoRefresh: 300,
} as const;
