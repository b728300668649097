export { NoticeMailSection } from './parts/mail-section.tsx';
export { NoticeBell } from './parts/notice-bell.tsx';
