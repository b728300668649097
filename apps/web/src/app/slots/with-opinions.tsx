import type { ReactNode } from 'react';
import { ModelOpinions, OpinionsPanel } from '../../features/opinions/index.ts';
import { OpinionViewsContext } from '../../features/processes/index.ts';

const VIEWS = { Panel: OpinionsPanel, OnModel: ModelOpinions };

/** Gives a page the screens of opinions. */
export const WithOpinions = ({ children }: { children: ReactNode }) => (
  <OpinionViewsContext value={VIEWS}>{children}</OpinionViewsContext>
);
