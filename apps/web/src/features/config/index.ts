/** What other features use of the configuration: pickers of dictionary entries, and the entries themselves. */
export { ProfessionPicker, ProjectTypePicker, StagePicker, type EntryPickerProps } from './entry-picker.tsx';
export { useProfessions, useProjectTypes, useStages } from './config.queries.ts';
export { optionsOf, type EntryOption } from './config.logic.ts';
