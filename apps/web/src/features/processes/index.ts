/** The parts of reviews that other features use: the stages, the decision, and the lists of waiting reviews. */
export { Decision } from './parts/decision.tsx';
export { OpinionField } from './parts/opinion-field.tsx';
export { actorName, decisionWords } from './decision-words.ts';
export { Rounds, RoundMark } from './parts/rounds.tsx';
export { personName, StageLine, stagesOf, type LineStage } from './parts/stage-line.tsx';
export { useRemind, useReviewCounts, useReviews } from './processes.queries.ts';
export { deskPath, reviewPath, REVIEWS_PATH, withProcess } from './addresses.ts';
export { reasonOf, whyOf } from './test-run.text.ts';
export { useTemplate, useTemplates, useTestRun } from './templates.queries.ts';
export {
  Opinions,
  OpinionsOnModel,
  OpinionViewsContext,
  type ModelOpinionsProps,
  type ModelPlace,
  type OpinionSubject,
} from './opinions/opinion-views.tsx';
export { itemId } from './opinions/blocked.tsx';
export { useOpinion, useOpinions } from './opinions/opinions.queries.ts';
export { ReviewLayout } from './desk/review-layout.tsx';
export { ReviewPanel } from './desk/review-panel.tsx';
export type { RecordSubject } from './desk/record-views.ts';
export type { ConfirmRow } from './desk/confirm-slot.tsx';
export { opinionDraft } from './words/decision-draft.ts';
