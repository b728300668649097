import { useRef } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useActions } from '../../../lib/keys/actions.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { MenuItem, Popup } from '../../../ui/controls/popup.tsx';
import { canUpload, chosenIn } from '../upload/chosen-files.ts';
import { addUploads } from '../upload/upload-queue.ts';
import type { UploadTarget } from '../upload/upload-rules.ts';

/** Uploads a file or a folder into the open folder. */
export function UploadButtons({ target }: { target: UploadTarget }) {
  const t = useT();
  const file = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useActions([
    { label: 'palette.actions.uploadFile', icon: 'upload', isHidden: !canUpload(), run: () => file.current?.click() },
    {
      label: 'palette.actions.uploadFolder',
      icon: 'upload',
      isHidden: !canUpload(),
      run: () => folder.current?.click(),
    },
  ]);
  if (!canUpload())
    return (
      <span className="upload-unsupported" role="alert">
        <Icon name="warning" /> {t('files.upload.unsupported')}
      </span>
    );
  const take = (input: HTMLInputElement) => {
    addUploads(chosenIn(input.files ?? []), target);
    input.value = ''; // allows the same file to be chosen again
  };
  const choices = [
    { key: 'file', icon: 'file', input: file },
    { key: 'folder', icon: 'folder', input: folder },
  ] as const;
  return (
    <>
      {choices.map(({ key, input }) => (
        <input
          key={key}
          ref={input}
          type="file"
          multiple={key === 'file'}
          hidden
          data-testid={`upload-${key}`}
          {...(key === 'folder' ? { webkitdirectory: '' } : {})}
          onChange={(event) => take(event.currentTarget)}
        />
      ))}
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
        {({ close }) =>
          choices.map(({ key, icon, input }) => (
            <MenuItem
              key={key}
              icon={<Icon name={icon} />}
              onSelect={() => {
                close();
                input.current?.click();
              }}
            >
              {t(`files.upload.${key}`)}
            </MenuItem>
          ))
        }
      </Popup>
    </>
  );
}
