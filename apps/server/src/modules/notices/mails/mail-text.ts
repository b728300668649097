import type { Lang } from '@prdm/locales';
import { keyInData } from '@prdm/locales/text-key';
import { SYSTEM_NAME } from '../../../platform/actor.ts';
import { translate } from '../../../platform/translate.ts';
import type { MailedNotice } from './settings.repo.ts';

/** Facts that every mail of an enterprise carries. */
export interface MailFrame {
  /** The title that signs the mail. */
  readonly product: string;
  readonly publicUrl: string | undefined;
  readonly lang: Lang;
}

/** A notice with the project as its receiver sees it. `secret`: the project has a secrecy level. */
export interface ShownNotice {
  readonly notice: MailedNotice;
  readonly projectName: string;
  readonly secret: boolean;
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Texts of opinions, comments and reasons stay in the product. */
const CONTENTS = new Set(['comment', 'reason', 'text', 'note', 'opinion']);
/** Notices that a digest shows. */
export const DIGEST_MAX = 50;

const linkTo = ({ publicUrl }: MailFrame, path: string): string | null =>
  publicUrl === undefined ? null : new URL(path, publicUrl).href;
const paragraphs = (...parts: (string | null)[]): string =>
  `${parts.filter((part) => part !== null && part !== '').join('\n\n')}\n`;

/** The sentence of a notice, without contents of others. One about a secret project names nothing. */
function sentenceOf({ notice, secret }: ShownNotice, lang: Lang): string {
  if (secret) return translate(lang, 'notice-mail.secret');
  const params = Object.fromEntries(
    Object.entries((notice.text_params ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      CONTENTS.has(name) ? '…' : value === SYSTEM_NAME ? translate(lang, 'notices.system') : value,
    ]),
  );
  const by = params['behalf'];
  const named =
    typeof by === 'string'
      ? { ...params, by: translate(lang, 'delegations.byFor', { by: String(params['by']), who: by }) }
      : params;
  return translate(lang, keyInData(notice.text_key), named);
}

/** The page of a notice in its project. A link about a secret project leads to the list of notices. */
function pathOf({ notice, secret }: ShownNotice): string {
  if (secret) return '/notice';
  const { pc_path: path, project_id: project } = notice;
  if (project === null || /[?&]project_id=/.test(path)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}project_id=${project}`;
}

const footOf = ({ product, lang }: MailFrame): string => translate(lang, 'notice-mail.foot', { product });

/** The mail of one notice. */
export function noticeMail(frame: MailFrame, shown: ShownNotice): MailText {
  const { lang } = frame;
  const sentence = sentenceOf(shown, lang);
  const project =
    shown.secret || shown.projectName === ''
      ? null
      : translate(lang, 'notice-mail.project', { name: shown.projectName });
  return {
    subject: shown.secret ? translate(lang, 'notice-mail.secret') : sentence,
    text: paragraphs(sentence, project, linkTo(frame, pathOf(shown)), footOf(frame)),
  };
}

/** The digest of a day: the first notices, then the number of the others. `count`: the number of all. */
export function digestMail(
  frame: MailFrame,
  day: string,
  { first, count }: { readonly first: readonly ShownNotice[]; readonly count: number },
): MailText {
  const { lang } = frame;
  const lines = first.map((shown) => {
    const name = shown.secret || shown.projectName === '' ? '' : ` (${shown.projectName})`;
    return `- ${sentenceOf(shown, lang)}${name}`;
  });
  const more = count - lines.length;
  return {
    subject: translate(lang, 'notice-mail.digestSubject', { count, day }),
    text: paragraphs(
      translate(lang, 'notice-mail.digestLead', { count }),
      [...lines, ...(more > 0 ? [translate(lang, 'notice-mail.more', { n: more })] : [])].join('\n'),
      linkTo(frame, '/notice'),
      footOf(frame),
    ),
  };
}
