import { defineEvent } from '../../platform/bus.ts';

/** One notice (`noticeId`) or all visible notices (null) were marked as read. */
export const NoticeSettingsChanged = defineEvent<{ userId: number }>('notices.settingsChanged');
export const NoticesRead = defineEvent<{ userId: number; noticeId: number | null; count: number }>('notices.read');
export const NoticeDeleted = defineEvent<{ userId: number; noticeId: number }>('notices.deleted');
