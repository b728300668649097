/** A click on something that acts by itself does not open the row or card it stands in. */
export const isOnControl = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('a,button,input,label,select,textarea,.ant-checkbox-wrapper,.ant-select') !== null;
