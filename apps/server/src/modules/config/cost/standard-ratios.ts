import type { CostRole } from '@prdm/contract/config/cost';

/** The first day that a call accepts. The standard version of an enterprise counts from it, so every day has a version. */
export const FIRST_DAY = '1900-01-01';

/** Ratios of a new enterprise (decisions.md section 6, public building), in ten-thousandths. */
export const STANDARD_RATIOS = {
  stages: { concept: 2000, preliminary: 2500, construction_doc: 4500, site_support: 1000 },
  professions: { arch: 3500, struct: 2500, plumb: 1200, hvac: 1300, elec: 1500 },
  roles: {
    designer: 6000,
    proofreader: 1200,
    professional_leader: 1000,
    reviewer: 800,
    approver: 500,
    project_leader: 500,
  } satisfies Record<CostRole, number>,
  feeBp: 800,
  baseTax: 'gross',
  /** 500,000.00 yuan */
  advanceLimitFen: 50_000_000,
  /** 1,000,000.00 yuan (decisions-business.md B3) */
  contractThresholdFen: 100_000_000,
} as const;
