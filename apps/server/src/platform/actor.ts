import type { Lang } from '@prdm/locales';

/** The user or process that acts, and from where. Each event carries it, and the action log stores it. */
export interface Actor {
  readonly enterpriseId: number;
  /** null when a timer or a job acts. */
  readonly userId: number | null;
  readonly name: string;
  readonly ip: string;
  readonly agent: string;
  readonly lang: Lang;
}

/** The actor name in events of the system. Readers get it in their language. */
export const SYSTEM_NAME = 'system';

/** The program itself as the actor in one enterprise. */
export const systemActor = (enterpriseId: number): Actor => ({
  enterpriseId,
  userId: null,
  name: SYSTEM_NAME,
  ip: '',
  agent: '',
  lang: 'zh',
});
