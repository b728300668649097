import { Select as AntSelect, type SelectProps } from 'antd';
import { Fragment, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import './select.css';

type Option = NonNullable<SelectProps['options']>[number];

/**
 * The base of every picker. Its keyboard differs from the component library's.
 * Tab closes the list without selecting and moves the focus on. Escape closes the list without selecting.
 * While the search is empty, only the chosen row is active, and the arrow keys start there.
 * `startOpen` takes the focus with an open list.
 * Delete and Backspace clear a field of one value. The clear button is for the mouse: Tab skips it.
 */
export function Select<Value = unknown, Entry extends Option = Option>({
  startOpen = false,
  ...props
}: SelectProps<Value, Entry> & { startOpen?: boolean }) {
  const { showSearch, mode, allowClear, disabled } = props;
  const [isOpen, setOpen] = useState(startOpen);
  const [openings, setOpenings] = useState(0);
  const [word, setWord] = useState('');
  const field = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    field.current?.querySelector('.ant-select-clear')?.setAttribute('tabindex', '-1');
  });
  const search = typeof showSearch === 'object' ? showSearch : {};
  const hear = (typed: string) => {
    setWord(typed);
    if (typed !== word) search.onSearch?.(typed);
  };
  const change = (open: boolean) => {
    setOpen(open);
    if (open && !isOpen) setOpenings((before) => before + 1);
    if (!open && mode === undefined) hear('');
    props.onOpenChange?.(open);
  };
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Tab' && isOpen) {
      // The library must not get Tab: it selects the active row and keeps the focus.
      event.stopPropagation();
      change(false);
    }
    const empties = event.key === 'Delete' || event.key === 'Backspace';
    if (empties && mode === undefined && allowClear && disabled !== true && word === '' && hasValue(props.value)) {
      event.stopPropagation();
      event.preventDefault();
      props.onChange?.(undefined as Value, undefined);
      props.onClear?.();
    }
  };
  return (
    <div ref={field} className="select-keys" onKeyDownCapture={onKey}>
      <AntSelect<Value, Entry>
        {...props}
        autoFocus={startOpen || props.autoFocus}
        open={isOpen}
        onOpenChange={change}
        onSelect={(value, option) => {
          // The library clears the search without calling onSearch.
          hear('');
          props.onSelect?.(value, option);
        }}
        onDeselect={(value, option) => {
          hear('');
          props.onDeselect?.(value, option);
        }}
        showSearch={
          showSearch === undefined || showSearch === false
            ? showSearch
            : {
                ...search,
                onSearch: hear,
              }
        }
        defaultActiveFirstOption={word.trim() !== ''}
        // The key resets the list on each opening. Otherwise the row that was active before is active again.
        popupRender={(list) => <Fragment key={openings}>{list}</Fragment>}
      />
    </div>
  );
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
