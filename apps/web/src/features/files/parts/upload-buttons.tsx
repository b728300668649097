import { useRef } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MenuItem, Popup } from '../../../ui/popup.tsx';
import { addUploads, type UploadTarget } from '../upload/upload-queue.ts';

/** Upload file or upload folder into the open folder. */
export function UploadButtons({ target }: { target: UploadTarget }) {
  const t = useT();
  const file = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    addUploads(input.files ?? [], target);
    input.value = ''; // the same file may be chosen again
  };
  return (
    <>
      <input
        ref={file}
        type="file"
        multiple
        hidden
        data-testid="upload-file"
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        data-testid="upload-folder"
        {...{ webkitdirectory: '' }}
        onChange={(event) => take(event.currentTarget)}
      />
      <Popup
        kind="menu"
        align="right"
        label={t('files.upload.button')}
        className="button button-primary"
        button={
          <>
            <Icon name="upload" /> {t('files.upload.button')}
          </>
        }
      >
        {({ close }) => (
          <>
            <MenuItem
              icon={<Icon name="file" />}
              onSelect={() => {
                close();
                file.current?.click();
              }}
            >
              {t('files.upload.file')}
            </MenuItem>
            <MenuItem
              icon={<Icon name="folder" />}
              onSelect={() => {
                close();
                folder.current?.click();
              }}
            >
              {t('files.upload.folder')}
            </MenuItem>
          </>
        )}
      </Popup>
    </>
  );
}
