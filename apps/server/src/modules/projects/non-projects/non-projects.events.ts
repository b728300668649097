import { defineEvent } from '../../../platform/bus.ts';

interface OfNonProject {
  readonly projectId: number;
  readonly projectName: string;
}

export const NonProjectAdded = defineEvent<OfNonProject & { number: string }>('projects.nonProjectAdded');
export const NonProjectEdited = defineEvent<OfNonProject>('projects.nonProjectEdited');
export const NonProjectClosed = defineEvent<OfNonProject>('projects.nonProjectClosed');
export const NonProjectReopened = defineEvent<OfNonProject>('projects.nonProjectReopened');
export const NonProjectDeleted = defineEvent<OfNonProject>('projects.nonProjectDeleted');
