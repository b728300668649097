import type { Lang } from '@prdm/locales';

/** Who acts and from where: goes into every event, and from there into the action log. */
export interface Actor {
  readonly enterpriseId: number;
  /** null when the program acts by itself (timers, jobs). */
  readonly userId: number | null;
  readonly name: string;
  readonly ip: string;
  readonly agent: string;
  readonly lang: Lang;
}

/** What stands in events for the name of somebody who is nobody; readers get it in their language. */
export const SYSTEM_NAME = 'system';

/** The program itself acting inside one enterprise. */
export const systemActor = (enterpriseId: number): Actor => ({
  enterpriseId,
  userId: null,
  name: SYSTEM_NAME,
  ip: '',
  agent: '',
  lang: 'zh',
});
