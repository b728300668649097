import { entityEvents } from '../../../platform/entity/events.ts';

export const positionTemplateEvents = entityEvents('organisation', 'position_template');
export const positionEvents = entityEvents('organisation', 'position');
/** Every change of a group, also of its people and departments. */
export const userGroupEvents = entityEvents('organisation', 'user_group');
