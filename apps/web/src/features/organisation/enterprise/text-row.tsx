import { Input } from 'antd';
import type { ReactNode } from 'react';
import { typedLength } from '../../../ui/form/typed-length.ts';
import { SettingRow } from '../../../ui/settings/setting-block.tsx';
import type { BlockEdit } from '../../../ui/settings/use-block.ts';

/** One text of the record in a block. A refusal of the server marks its field. */
export function TextRow<T extends Record<string, unknown>>(props: {
  edit: BlockEdit<T>;
  name: keyof T & string;
  label: string;
  text: string;
  max: number;
  placeholder?: string;
  note?: ReactNode;
  type?: 'text' | 'url' | 'tel' | 'email';
}) {
  const { edit, name } = props;
  const id = `enterprise-${name.replaceAll('_', '-')}`;
  const isRefused = edit.refusal?.field === name;
  return (
    <SettingRow control={id} label={props.label} text={props.text} note={props.note}>
      <Input
        id={id}
        {...typedLength(props.max)}
        inputMode={props.type}
        autoComplete="off"
        value={String(edit.values[name])}
        placeholder={props.placeholder}
        status={isRefused ? 'error' : undefined}
        aria-invalid={isRefused || undefined}
        aria-describedby={`${id}-text`}
        onChange={({ target }) => edit.set(name, target.value as T[typeof name])}
      />
    </SettingRow>
  );
}
