/** The parts of the configuration that other features use: pickers of dictionary entries, and the entries. */
export {
  DictionaryPicker,
  ProfessionPicker,
  ProjectTypePicker,
  StagePicker,
  type EntryPickerProps,
} from './entry-picker.tsx';
export { useProfessions, useProjectTypes, useStages } from './config.queries.ts';
export { optionsOf, type EntryOption } from './config.logic.ts';
