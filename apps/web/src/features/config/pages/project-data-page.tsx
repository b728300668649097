import { Link, useSearchParams } from 'react-router';
import {
  companies,
  industries,
  labelGroups,
  projectGrades,
  projectTypes,
  secretLevels,
  serviceContents,
  stages,
  structureTypes,
} from '@prdm/contract/config/dictionaries';
import { folderTemplates } from '@prdm/contract/files/folder-templates';
import { names } from '../../../lib/format.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { flagColumn, textColumn } from '../../../ui/crud/columns.tsx';
import { entityPage } from '../../../ui/crud/entity-page.tsx';
import { PALETTE } from '../../../ui/look/colours.ts';
import { FoldersField, RootGrantsField } from '../parts/folders/folders-field.tsx';
import { ProjectTypesField } from '../parts/folders/project-types-field.tsx';
import '../parts/dictionaries.css';

const SHORT = {
  kind: 'text',
  name: 'short_name',
  label: 'entities.field.short_name',
  hint: 'entities.hint.short_name',
  max: 20,
} as const;
const ASSESSMENT = {
  kind: 'flag',
  name: 'assessment',
  label: 'entities.field.assessment',
  hint: 'entities.hint.assessment',
} as const;
const COLOUR = { kind: 'colour', name: 'colour', label: 'entities.field.colour' } as const;

/** The dictionaries of a project in the order of the list at the left. The address names them. */
const PAGES = {
  stage: entityPage({
    calls: stages,
    noun: 'stage',
    about: 'entities.about.stage',
    exports: true,
    standard: 'stage',
    columns: (t) => [textColumn(t, 'short_name', SHORT.label, { width: 160 })],
    fields: [SHORT],
  }),
  project_type: entityPage({
    calls: projectTypes,
    noun: 'project_type',
    about: 'entities.about.project_type',
    exports: true,
    standard: 'project_type',
  }),
  label_group: entityPage({
    calls: labelGroups,
    noun: 'label_group',
    about: 'entities.about.label_group',
    standard: 'label_group',
    exports: true,
  }),
  secret_level: entityPage({
    calls: secretLevels,
    noun: 'secret_level',
    about: 'entities.about.secret_level',
    standard: 'secret_level',
    exports: true,
    colour: (row) => row.colour,
    fields: [{ ...COLOUR, clearable: true }],
  }),
  company: entityPage({
    calls: companies,
    noun: 'company',
    about: 'entities.about.company',
    exports: true,
    colour: (row) => row.colour,
    columns: (t) => [
      textColumn(t, 'short_name', SHORT.label, { width: 160 }),
      flagColumn(t, 'assessment', ASSESSMENT.label, { width: 100 }),
    ],
    fields: [SHORT, { ...COLOUR, initial: PALETTE.blue }, ASSESSMENT],
  }),
  industry: entityPage({
    calls: industries,
    noun: 'industry',
    about: 'entities.about.industry',
    standard: 'industry',
    exports: true,
  }),
  project_grade: entityPage({
    calls: projectGrades,
    noun: 'project_grade',
    about: 'entities.about.project_grade',
    standard: 'project_grade',
    exports: true,
  }),
  structure_type: entityPage({
    calls: structureTypes,
    noun: 'structure_type',
    about: 'entities.about.structure_type',
    standard: 'structure_type',
    exports: true,
  }),
  service_content: entityPage({
    calls: serviceContents,
    noun: 'service_content',
    about: 'entities.about.service_content',
    standard: 'service_content',
    exports: true,
  }),
  folder_template: entityPage({
    calls: folderTemplates,
    noun: 'folder_template',
    about: 'entities.about.folder_template',
    exports: true,
    width: 760,
    columns: (t) => [
      {
        key: 'folders',
        title: t('entities.field.folders'),
        width: 160,
        render: ({ folders }) => t('folders.count', { count: folders.length }),
      },
      {
        key: 'project_types',
        title: t('entities.field.project_type_ids'),
        width: 280,
        render: ({ project_types }) =>
          names(project_types.map(({ name }) => ({ name: standardName('project_type', name) }))),
      },
    ],
    fields: [
      {
        kind: 'own',
        name: 'project_type_ids',
        label: 'entities.field.project_type_ids',
        hint: 'entities.hint.project_type_ids',
        from: ({ project_types }) => project_types.map(({ id }) => id),
        picker: ProjectTypesField,
      },
      {
        kind: 'own',
        name: 'grants',
        label: 'entities.field.grants',
        hint: 'entities.hint.grants',
        picker: RootGrantsField,
      },
      { kind: 'own', name: 'folders', label: 'entities.field.folders', picker: FoldersField },
    ],
  }),
} as const;

type Dictionary = keyof typeof PAGES;
const DICTIONARIES = Object.keys(PAGES) as Dictionary[];

/** The dictionaries of a project: their names at the left, the entries of one at the right. */
export default function ProjectDataPage() {
  const t = useT();
  const [query] = useSearchParams();
  const current = DICTIONARIES.find((each) => each === query.get('dictionary')) ?? 'stage';
  const Page = PAGES[current];
  return (
    <div className="dictionaries">
      <nav className="dictionary-list" aria-label={t('entities.dictionaries')}>
        {DICTIONARIES.map((each) => (
          <Link key={each} to={`?dictionary=${each}`} replace aria-current={each === current ? 'page' : undefined}>
            {t(`entities.many.${each}`)}
          </Link>
        ))}
      </nav>
      <Page key={current} />
    </div>
  );
}
