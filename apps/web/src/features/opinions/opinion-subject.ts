import type { ProcessView } from '@prdm/contract/review';

/** The process of the opinions, as far as their screens need it. */
export type OpinionSubject = Pick<
  ProcessView,
  'process_id' | 'kind' | 'source_id' | 'project_id' | 'name' | 'pc_path' | 'round'
>;
