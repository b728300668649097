import { useState } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import { CallError } from '../../../../lib/api/call.ts';
import { dateTime, relative } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { Avatar } from '../../../../ui/people/avatar.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { useComment, useDelComment, useViewpoint } from '../../models.queries.ts';
import { useLocked } from '../use-locked.ts';

/** Comments on a viewpoint. Enter sends, Shift+Enter makes a new line. Enter during Chinese input never sends. */
export function ViewpointComments({ projectId, id }: { projectId: number; id: number }) {
  const t = useT();
  const { data } = useViewpoint(projectId, id);
  const add = useComment();
  const del = useDelComment();
  const [content, setContent] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, run] = useLocked();
  const send = async () => {
    if (content.trim() === '') {
      setProblem(t('viewer.comments.required'));
      return;
    }
    try {
      await add.mutateAsync({ project_id: projectId, id, content });
      setContent('');
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof CallError ? error.msg : String(error));
    }
  };
  return (
    <section className="model-comments" aria-label={t('viewer.comments.title')}>
      {(data?.comments ?? []).map((comment) => (
        <article key={comment.id} className="model-comment">
          <Avatar id={comment.user_id} name={comment.user_name} size={24} />
          <div>
            <p className="model-viewpoint-by" title={dateTime(comment.at)}>
              {comment.user_name} · {relative(comment.at)}
            </p>
            <p className="model-comment-text">{comment.content}</p>
          </div>
          {comment.can.del && (
            <button
              type="button"
              className="model-tree-eye"
              aria-label={t('viewer.comments.del')}
              disabled={del.isPending}
              onClick={() => del.mutate({ project_id: projectId, id: comment.id })}
            >
              <Icon name="close" size={12} />
            </button>
          )}
        </article>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(send);
        }}
      >
        <textarea
          className="model-comment-input"
          rows={2}
          value={content}
          maxLength={LIMITS.commentMax}
          placeholder={t('viewer.comments.placeholder')}
          aria-label={t('viewer.comments.placeholder')}
          aria-invalid={problem !== null}
          onChange={(event) => {
            setContent(event.target.value);
            setProblem(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void run(send);
          }}
        />
        {problem !== null && (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" className="button button-small" disabled={isSending}>
          {t('viewer.comments.send')}
        </button>
      </form>
    </section>
  );
}
