import { useState, type Ref } from 'react';
import type { CommentRow } from '@prdm/contract/kit/comments';
import { relative } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { partsOf } from '../comments.logic.ts';
import { useDelComment, type CommentCalls, type Commented } from '../comments.queries.ts';
import { Composer } from './composer.tsx';

/** One comment: author, time, text with its mentions, pictures. Its author edits it in place. */
export function CommentLine(props: {
  comment: CommentRow;
  calls: CommentCalls;
  record: Commented;
  isWanted: boolean;
  place?: Ref<HTMLLIElement>;
}) {
  const t = useT();
  const { comment, calls, record, isWanted, place } = props;
  const [isEditing, setEditing] = useState(false);
  const del = useDelComment(calls);
  const remove = async () => {
    const isSure = await confirm({
      title: t('comments.delTitle'),
      text: t('comments.delText'),
      verb: t('comments.del'),
      danger: true,
    });
    if (isSure) del.mutate({ ...record, comment_id: comment.id }, { onError: showFailure });
  };
  return (
    <li className="comment" ref={place} data-wanted={isWanted} id={`comment-${comment.id}`}>
      <Avatar {...comment.author} size={28} />
      <div className="comment-body">
        <div className="comment-head">
          <span className="comment-author">{comment.author.name}</span>
          <span className="comment-time">
            <DateText value={comment.created_at} />
          </span>
          {comment.edited_at !== null && (
            <span className="comment-time" title={t('comments.editedAt', { time: comment.edited_at })}>
              {t('comments.edited')}
            </span>
          )}
          {!isEditing && (comment.can.edit || comment.can.del) && (
            <span className="comment-tools">
              {comment.can.edit && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t('comments.edit')}
                  title={t('comments.edit')}
                  onClick={() => setEditing(true)}
                >
                  <Icon name="edit" size={14} />
                </button>
              )}
              {comment.can.del && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t('comments.del')}
                  title={t('comments.del')}
                  disabled={del.isPending}
                  onClick={() => void remove()}
                >
                  <Icon name="trash" size={14} />
                </button>
              )}
            </span>
          )}
        </div>
        {isEditing ? (
          <Composer calls={calls} record={record} edited={comment} onDone={() => setEditing(false)} />
        ) : (
          <Content comment={comment} />
        )}
      </div>
    </li>
  );
}

function Content({ comment }: { comment: CommentRow }) {
  const t = useT();
  if (comment.deleted) return <p className="comment-deleted">{t('comments.deleted')}</p>;
  return (
    <>
      {comment.text !== '' && (
        <p className="comment-text">
          {partsOf(comment.text, comment.mentions).map((part, index) =>
            part.mention ? (
              <b key={index} className="comment-mention">
                {part.text}
              </b>
            ) : (
              part.text
            ),
          )}
        </p>
      )}
      {comment.pictures.length > 0 && (
        <div className="comment-pictures">
          {comment.pictures.map((url, index) => (
            <a key={url} href={url} target="_blank" rel="noopener noreferrer" title={relative(comment.created_at)}>
              <img src={url} alt={t('comments.picture', { n: index + 1 })} loading="lazy" />
            </a>
          ))}
        </div>
      )}
    </>
  );
}
