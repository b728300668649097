/** Every number that is a business limit stands here once (specification section 9, decisions.md section 8). Leaf file: the sign-in page reads it without zod. */
export const LIMITS = {
  /** Tasks in each list of /home. */
  homeList: 50,
  accountMin: 2,
  accountMax: 30,
  passwordMin: 6,
  passwordMax: 18,
  /** What an administrator may raise the policy to. */
  passwordPolicyMin: 8,
  passwordPolicyMax: 64,
  roleNameMax: 25,
  departmentLevels: 5,
  nameMax: 100,
  titleMax: 200,
  textMax: 5000,
  commentMax: 2000,
  recycleDays: 30,
  badgeMax: 99,
  uploadBytes: 5_368_709_120,
  /** One picture (portraits, covers); a browser makes it small before it sends it. */
  imageBytes: 10 * 1024 * 1024,
  /** Pixels of one side. */
  imageSide: 4096,
  /** Pictures somebody has sent and nobody uses yet; they go after a day. */
  imagesUnused: 20,
  chunkBytes: 64 * 1024 * 1024,
  fileNameBytes: 255,
  folderDepth: 25,
  pageSize: 20,
  pageSizeMax: 200,
  unpagedMax: 1000,
  /** A count is exact up to here and shown as "1,000+" beyond. */
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
  memberLimit: 200,
  projectLimit: 500,
  /** Entries of a record's history on its page, the newest; and sub-tasks on that of a task, of how many is told. */
  historyShown: 500,
  childrenShown: 200,
  processStagesMax: 20,
  executorsMax: 50,
} as const;

/** Lifetimes of what a server hands out, in seconds. */
export const LIFETIMES = {
  transferKey: 120,
  sessionIdle: 8 * 3600,
  sessionMax: 24 * 3600,
  sessionAutomatic: 7 * 24 * 3600,
  sessionRotateAfter: 30 * 60,
  sessionGrace: 60,
  download: 300,
} as const;
