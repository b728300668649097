import { Select as AntSelect, type SelectProps } from 'antd';
import { Fragment, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import './select.css';

type Option = NonNullable<SelectProps['options']>[number];

/**
 * The one list to choose from; every picker is built on it. It differs from the component library's by keyboard:
 * Tab closes the list, selects nothing and moves the focus on; Escape closes it and selects nothing. No row is active while the search
 * is empty, except the chosen one, where the arrow keys start. Delete and Backspace empty a field of one; its button to empty it is for
 * the mouse, because Tab leads to the next field.
 */
export function Select<Value = unknown, Entry extends Option = Option>(props: SelectProps<Value, Entry>) {
  const { showSearch, mode, allowClear, disabled } = props;
  const [isOpen, setOpen] = useState(false);
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
      // Not for the library, which selects the active row and holds the focus.
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
        open={isOpen}
        onOpenChange={change}
        onSelect={(value, option) => {
          // The library empties the search by itself and does not tell it.
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
        // A list of its own for each opening: the row that was active when it closed is not active again.
        popupRender={(list) => <Fragment key={openings}>{list}</Fragment>}
      />
    </div>
  );
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
