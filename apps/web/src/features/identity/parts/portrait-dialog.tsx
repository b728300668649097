import { useT } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/session.ts';
import ImageDialog from '../../../ui/image/image-dialog.tsx';
import { PORTRAIT_FRAME } from '../../../ui/image/index.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { useSetAvatar } from '../profile.queries.ts';

/** Chooses the portrait of the signed-in user, or removes it. */
export default function PortraitDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const me = useSession((state) => state.me);
  const set = useSetAvatar();
  const remove = { label: t('identity.avatar.remove'), run: () => set.mutateAsync('') };
  return (
    <ImageDialog
      title={t('identity.avatar.title')}
      frame={PORTRAIT_FRAME}
      current={<Avatar id={me?.id ?? 0} name={me?.username ?? '?'} thumb={me?.thumb} size={96} />}
      onSave={({ thumb_url }) => set.mutateAsync(thumb_url)}
      remove={me !== null && me.thumb !== '' ? remove : undefined}
      onClose={onClose}
    />
  );
}
