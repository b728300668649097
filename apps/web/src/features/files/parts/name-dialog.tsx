import { Input } from 'antd';
import type { FocusEvent } from 'react';
import * as contract from '@prdm/contract/files';
import { LIMITS } from '@prdm/contract/limits';
import { useT } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { typedBytes } from '../../../ui/form/typed-length.ts';
import { useFileInfo, useFolderInfo, useMkdir, useRename, type FileEntry } from '../files.queries.ts';

/** Asks for the name of a new folder in `pid`, or for a new name of `entry`. */
export function NameDialog(props: { projectId: number; pid: number; entry?: FileEntry; onClose: () => void }) {
  const t = useT();
  const { entry, pid, projectId: project_id } = props;
  const [mkdir, rename] = [useMkdir(), useRename()];
  const latest = useEntryNow(project_id, entry);
  const send = ({ name }: Record<string, unknown>, version = 0) => {
    const input = String(name ?? '');
    if (!entry) return mkdir.mutateAsync({ project_id, pid, name: input });
    const id = entry.kind === 'folder' ? { folder_id: entry.id } : { file_id: entry.id };
    return rename.mutateAsync({ project_id, ...id, name: input, version });
  };
  return (
    <FormDialog
      title={t(entry ? 'files.rename' : 'files.mkdir')}
      schema={entry ? contract.rename.input : contract.mkdir.input}
      initial={{ name: latest?.name ?? '' }}
      version={latest?.version}
      onSubmit={send}
      onClose={props.onClose}
    >
      <Field name="name" label={t('files.field.name')}>
        <Input {...typedBytes(LIMITS.fileNameBytes)} onFocus={(event) => selectName(event, entry?.kind)} />
      </Field>
    </FormDialog>
  );
}

/** Selects the name without the extension, so that typing keeps the file type. */
function selectName({ currentTarget: input }: FocusEvent<HTMLInputElement>, kind?: FileEntry['kind']): void {
  const dot = kind === 'file' ? input.value.lastIndexOf('.') : 0;
  input.setSelectionRange(0, dot > 0 ? dot : input.value.length);
}

/** The present state of the entry. Another user may rename it while this dialog is open. */
function useEntryNow(projectId: number, entry: FileEntry | undefined): Pick<FileEntry, 'name' | 'version'> | undefined {
  const file = useFileInfo(projectId, entry?.kind === 'file' ? entry.id : 0);
  const folder = useFolderInfo(projectId, entry?.kind === 'folder' ? entry.id : 0);
  return file.data ?? folder.data ?? entry;
}
