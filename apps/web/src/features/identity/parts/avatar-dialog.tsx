import { useRef, useState, type ChangeEvent } from 'react';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { Box } from '../../../ui/box.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { clamped, PORTRAIT, wholeOf, ZOOM_MOST, type Crop } from '../crop.ts';
import { useSetAvatar } from '../profile.queries.ts';
import { CropArea, CropCanvas, draw } from './crop-area.tsx';
import './profile.css';

const PREVIEWS = [72, 26] as const;
const QUALITY = 0.9;

interface Chosen {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
}

/**
 * Accepts any picture that the browser can decode and sends a square of a fixed size. The server need not resize it.
 */
export default function AvatarDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const me = useSession((state) => state.me);
  const save = useSetAvatar();
  const file = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picked] = target.files ?? [];
    target.value = ''; // the same file can be chosen again
    if (picked === undefined) return;
    try {
      const picture = await createImageBitmap(picked);
      setChosen({ picture, crop: wholeOf(picture) });
      setProblem(null);
    } catch {
      setProblem(t('identity.notAnImage')); // no browser could show such a picture
    }
  };
  const send = async (picture: Blob | null) => {
    try {
      await save.mutateAsync(picture);
      onClose();
    } catch (error) {
      if (error instanceof CallError) setProblem(error.told ? null : error.msg);
      else showFailure(error);
    }
  };
  const submit = async () => {
    const picture = chosen === null ? null : await squareOf(chosen);
    if (picture === null) setProblem(t('identity.notAnImage'));
    else await send(picture);
  };
  return (
    <Box
      title={t('identity.avatar.title')}
      width="440px"
      onClose={onClose}
      actions={
        <>
          {me !== null && me.thumb !== '' && chosen === null && (
            <button
              type="button"
              className="button avatar-remove"
              disabled={save.isPending}
              onClick={() => void send(null)}
            >
              {t('identity.avatar.remove')}
            </button>
          )}
          <button type="button" className="button" onClick={onClose}>
            {t('common.cancel')}
          </button>
          <button
            type="button"
            className="button button-primary"
            disabled={chosen === null || save.isPending}
            onClick={() => void submit()}
          >
            {t('common.save')}
          </button>
        </>
      }
    >
      {problem !== null && (
        <p className="notice-line" role="alert">
          {problem}
        </p>
      )}
      <div className="avatar-choice">
        {chosen === null ? (
          <Avatar id={me?.id ?? 0} name={me?.username ?? '?'} thumb={me?.thumb} size={96} />
        ) : (
          <Cropping chosen={chosen} onChange={(crop) => setChosen({ ...chosen, crop })} />
        )}
        <div>
          <button type="button" className="button" onClick={() => file.current?.click()}>
            <Icon name="upload" />
            {t(chosen === null ? 'identity.avatar.choose' : 'identity.avatar.another')}
          </button>
          <input
            ref={file}
            type="file"
            accept="image/*"
            hidden
            aria-label={t('identity.avatar.choose')}
            onChange={(event) => void choose(event)}
          />
        </div>
      </div>
    </Box>
  );
}

function Cropping({ chosen: { picture, crop }, onChange }: { chosen: Chosen; onChange: (crop: Crop) => void }) {
  const t = useT();
  return (
    <>
      <div className="avatar-cropping">
        <CropArea picture={picture} crop={crop} onChange={onChange} />
        <div className="avatar-previews">
          {PREVIEWS.map((size) => (
            <CropCanvas
              key={size}
              round
              picture={picture}
              crop={crop}
              size={size}
              label={t('identity.avatar.preview', { n: size })}
            />
          ))}
        </div>
      </div>
      <label className="avatar-zoom">
        {t('identity.avatar.zoom')}
        <input
          type="range"
          min={1}
          max={ZOOM_MOST}
          step={0.05}
          value={crop.zoom}
          onChange={({ target }) => onChange(clamped({ ...crop, zoom: Number(target.value) }, picture))}
        />
      </label>
    </>
  );
}

/** The picture as WebP, or as PNG in a browser that cannot write WebP. The server accepts both. */
function squareOf({ picture, crop }: Chosen): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = PORTRAIT;
  canvas.height = PORTRAIT;
  draw(canvas, picture, crop);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));
}
