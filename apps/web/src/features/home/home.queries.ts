import * as contract from '@prdm/contract/home';
import type { z } from 'zod';
import { useAsk } from '../../lib/queries.ts';

export type MyWork = z.output<typeof contract.home.output>;

/** My work; asked again when a task, a review or a project changes (their changes name this domain). */
export const useMyWork = () => useAsk(contract.home, {}, { refetchInterval: 60_000 });
