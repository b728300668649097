import { systemActor } from '../src/platform/actor.ts';
import type { World } from '../src/testing/worlds/builders.ts';

/** Exceptions of the institute in the present year: its anniversary, a Saturday of work and a day off in exchange. */
export async function setCompanyDays({ modules }: World, enterpriseId: number): Promise<void> {
  const year = new Date().getFullYear();
  const days = [
    { day: `${year}-06-12`, type: 'holiday', name: '院庆' },
    { day: saturdayBefore(`${year}-12-24`), type: 'adjusted_workday', name: '年终出图' },
    { day: `${year}-12-31`, type: 'holiday', name: '年终调休' },
  ] as const;
  const { version } = await modules.config.workingDays.year(enterpriseId, year, 'zh');
  await modules.config.workingDays.set(systemActor(enterpriseId), { days, version });
}

function saturdayBefore(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 1) % 7));
  return at.toISOString().slice(0, 10);
}
