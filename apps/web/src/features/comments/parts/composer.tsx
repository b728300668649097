import { useRef, useState, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { CommentRow } from '@prdm/contract/kit/comments';
import { LIMITS } from '@prdm/contract/limits';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { mentionedIn } from '../comments.logic.ts';
import {
  sendPicture,
  useAddComment,
  useEditComment,
  useReaders,
  type CommentCalls,
  type Commented,
} from '../comments.queries.ts';
import { useCommentDraft } from '../use-draft.ts';
import { useMention } from '../use-mention.ts';
import { MentionMenu } from './mention-menu.tsx';

/** Writes a comment, or changes one in place. A failed sending keeps the text and gives the reason. */
export function Composer(props: { calls: CommentCalls; record: Commented; edited?: CommentRow; onDone?: () => void }) {
  const t = useT();
  const { calls, record, edited, onDone } = props;
  const [draft, change, clear] = useCommentDraft(
    edited ? null : `comment-${calls.kind}-${record.id}`,
    edited && { text: edited.text, chosen: edited.mentions, pictures: [] },
  );
  const [isUsed, setUsed] = useState(draft.text !== '' || edited !== undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const readers = useReaders(calls, record, isUsed);
  const [add, edit] = [useAddComment(calls), useEditComment(calls)];
  const field = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const pictures = usePictures(draft.pictures, (urls) => change({ pictures: urls }), setProblem);
  const mention = useMention({ field, text: draft.text, readers, onChoose: choose });

  function choose(text: string, person: { id: number; name: string }) {
    change({ text, chosen: [...draft.chosen.filter(({ id }) => id !== person.id), person] });
  }

  const isBusy = add.isPending || edit.isPending || pictures.isBusy;
  const isEmpty = draft.text.trim() === '' && draft.pictures.length === 0 && (edited?.pictures.length ?? 0) === 0;
  const send = async () => {
    if (isBusy || isEmpty) return;
    setProblem(null);
    const given = { ...record, text: draft.text, mention_ids: mentionedIn(draft.text, draft.chosen) };
    try {
      if (edited) await edit.mutateAsync({ ...given, comment_id: edited.id, version: edited.version });
      else await add.mutateAsync({ ...given, pictures: [...draft.pictures] });
      clear();
      onDone?.();
    } catch (error) {
      setProblem(t('comments.failed', { why: error instanceof CallError ? error.msg : '' }));
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (mention.onKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape' && edited) {
      event.preventDefault();
      onDone?.();
    }
  };
  return (
    <div className="composer">
      <div className="composer-field">
        <textarea
          ref={field}
          rows={isUsed ? 3 : 1}
          className="composer-text"
          aria-label={t('comments.title')}
          placeholder={t('comments.placeholder')}
          maxLength={LIMITS.commentMax}
          value={draft.text}
          autoFocus={edited !== undefined}
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={mention.isOpen}
          aria-controls={mention.listId}
          aria-activedescendant={mention.activeId}
          onFocus={() => setUsed(true)}
          onBlur={mention.close}
          onChange={({ target }) => {
            change({ text: target.value });
            mention.onCaret(target);
          }}
          onSelect={({ currentTarget }) => mention.onCaret(currentTarget)}
          onKeyDown={onKey}
          onPaste={edited ? undefined : pictures.onPaste}
        />
        <MentionMenu mention={mention} />
      </div>
      {draft.pictures.length > 0 && (
        <div className="comment-pictures">
          {draft.pictures.map((url, index) => (
            <span key={url} className="composer-picture">
              <img src={url} alt={t('comments.picture', { n: index + 1 })} />
              <button
                type="button"
                className="icon-button"
                aria-label={t('comments.removePicture')}
                onClick={() => change({ pictures: draft.pictures.filter((one) => one !== url) })}
              >
                <Icon name="close" size={12} />
              </button>
            </span>
          ))}
        </div>
      )}
      {problem !== null && (
        <p className="composer-problem" role="alert">
          {problem}
        </p>
      )}
      {(isUsed || !isEmpty) && (
        <div className="composer-foot">
          {!edited && (
            <>
              <button
                type="button"
                className="icon-button"
                aria-label={t('comments.addPicture')}
                title={t('comments.addPicture')}
                disabled={pictures.isBusy}
                onClick={() => input.current?.click()}
              >
                <Icon name="filePicture" />
              </button>
              <input
                ref={input}
                type="file"
                accept="image/*"
                multiple
                hidden
                aria-label={t('comments.addPicture')}
                onChange={pictures.onChange}
              />
            </>
          )}
          {pictures.isBusy && <span className="comment-time">{t('comments.uploading')}</span>}
          <span className="composer-gap" />
          {edited && (
            <button type="button" className="button" onClick={onDone}>
              {t('comments.cancel')}
            </button>
          )}
          <button
            type="button"
            className="button button-primary"
            title="Ctrl+Enter"
            disabled={isBusy || isEmpty}
            onClick={() => void send()}
          >
            {t(edited ? 'comments.save' : 'comments.send')}
          </button>
        </div>
      )}
    </div>
  );
}

/** Pictures of a draft: chosen or pasted, uploaded at once. */
function usePictures(
  urls: readonly string[],
  onUrls: (urls: string[]) => void,
  onProblem: (problem: string | null) => void,
) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const take = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const room = LIMITS.commentPictures - urls.length;
    onProblem(files.length > room ? t('comments.tooManyPictures', { n: LIMITS.commentPictures }) : null);
    setBusy(true);
    const sent = [...urls];
    try {
      for (const file of files.slice(0, room)) sent.push(await sendPicture(file));
    } catch (error) {
      onProblem(t('comments.failed', { why: error instanceof CallError ? error.msg : '' }));
    } finally {
      onUrls(sent);
      setBusy(false);
    }
  };
  return {
    isBusy,
    onChange({ target }: ChangeEvent<HTMLInputElement>) {
      void take([...(target.files ?? [])]);
      target.value = ''; // the same file can be chosen again
    },
    onPaste(event: ClipboardEvent) {
      const files = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
      if (files.length === 0) return;
      event.preventDefault();
      void take(files);
    },
  };
}
