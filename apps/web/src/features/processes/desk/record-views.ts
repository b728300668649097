import type { ComponentType } from 'react';
import type { ProcessView } from '@prdm/contract/processes/review';

/** The record under review, as far as its view needs it. */
export type RecordSubject = Pick<ProcessView, 'kind' | 'source_id' | 'project_id' | 'name' | 'pc_path'>;

/** Shows a record of one kind large. The owner of the kind gives it, and the app collects them. */
export type RecordView = ComponentType<{ subject: RecordSubject }>;
export type RecordViews = Readonly<Partial<Record<string, RecordView>>>;
