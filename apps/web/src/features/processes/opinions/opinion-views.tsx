import { createContext, useContext, type ComponentType } from 'react';
import type { opinionAdd, OpinionRow } from '@prdm/contract/processes/opinions';
import type { ProcessView } from '@prdm/contract/processes/review';
import type { InputOf } from '../../../lib/api/call.ts';

/** The process of the opinions, as far as their screens need it. */
export type OpinionSubject = Pick<
  ProcessView,
  'process_id' | 'kind' | 'source_id' | 'project_id' | 'name' | 'pc_path' | 'round'
>;

/** A place on a model: the view, with the component that it is about. */
export type ModelPlace = Pick<InputOf<typeof opinionAdd>, 'place' | 'place_name' | 'version_id' | 'view' | 'guid'>;

export interface ModelOpinionsProps {
  readonly processId: number;
  readonly modelId: number;
  /** The opinion whose view is shown. */
  readonly chosen: number | null;
  /** The place of a new opinion in words, and the function that stores its view. */
  readonly place: { readonly words: string; readonly take: () => Promise<ModelPlace> };
  readonly onView: (row: OpinionRow) => void;
}

/** The screens of opinions inside reviews, tasks and models. Their owner gives them, and the app sets them. */
export interface OpinionViews {
  readonly Panel: ComponentType<{ subject: OpinionSubject; hasKey?: boolean }>;
  readonly OnModel: ComponentType<ModelOpinionsProps>;
}

/** Null on pages that show no opinions. */
export const OpinionViewsContext = createContext<OpinionViews | null>(null);

/** The opinions of a review, on pages that show them. */
export function Opinions(props: { subject: OpinionSubject; hasKey?: boolean }) {
  const Panel = useContext(OpinionViewsContext)?.Panel;
  return Panel === undefined ? null : <Panel {...props} />;
}

/** The opinions of a process on the open model. */
export function OpinionsOnModel(props: ModelOpinionsProps) {
  const OnModel = useContext(OpinionViewsContext)?.OnModel;
  return OnModel === undefined ? null : <OnModel {...props} />;
}
