/** Opinions of a review: the panel, what blocks a decision, and the parts for the page of a model. */
export { OpinionsPanel } from './parts/opinions-panel.tsx';
export { PASS_BLOCKED, PassBlocked } from './parts/blocked.tsx';
export { ModelOpinions } from './parts/model-opinions.tsx';
export { useBlocking, useOpinion, type OpinionInfo } from './opinions.queries.ts';
export { withProcess } from './addresses.ts';
export type { ModelPlace } from './use-raise.ts';
