/** Whether the target is a control of its own. A click there does not open the row or card around it. */
export const isOnControl = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('a,button,input,label,select,textarea,.ant-checkbox-wrapper,.ant-select') !== null;
