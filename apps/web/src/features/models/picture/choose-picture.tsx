import { useRef } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { MenuItem, Popup } from '../../../ui/controls/popup.tsx';
import { useSetPicture, type ModelCard } from '../models.queries.ts';
import { smallPicture } from './small-picture.ts';
import './choose-picture.css';

/** Menu of the owner on a card: another picture from disk, or the automatic one. */
export function ChoosePicture({ model }: { model: ModelCard }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const set = useSetPicture();
  const { id, project_id } = model;
  const take = async (file: File | undefined) => {
    if (!file) return;
    const thumb = await smallPicture(file).catch(() => null);
    if (thumb === null) toast.warning(t('viewer.picture.unreadable'));
    else set.mutate({ project_id, id, thumb });
  };
  if (!model.can.picture) return null;
  return (
    <span className="choose-picture">
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        data-testid={`picture-${id}`}
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Popup
        kind="menu"
        label={t('viewer.picture.menu', { name: model.name })}
        className="icon-button"
        button={<Icon name="more" size={16} />}
      >
        {({ close }) => (
          <>
            <MenuItem
              onSelect={() => {
                close();
                input.current?.click();
              }}
            >
              {t('viewer.picture.choose')}
            </MenuItem>
            {model.picture_set && (
              <MenuItem
                onSelect={() => {
                  close();
                  set.mutate({ project_id, id });
                }}
              >
                {t('viewer.picture.automatic')}
              </MenuItem>
            )}
          </>
        )}
      </Popup>
    </span>
  );
}
