import * as contract from '@prdm/contract/home';
import type { z } from 'zod';
import type { InputOf } from '../../lib/call.ts';
import { useAsk } from '../../lib/queries.ts';

export type MyWork = z.output<typeof contract.home.output>;

/** My work; asked again when a task, a review or a project changes (their changes name this domain). */
export const useMyWork = (wish: InputOf<typeof contract.home>) =>
  useAsk(contract.home, wish, { refetchInterval: 60_000 });
