import { useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useActions } from '../../lib/keys/actions.ts';
import { Icon } from '../look/icon.tsx';
import { PageTable, type PageTableProps } from '../table/page-table.tsx';
import { RowMenu, type RowAct } from '../table/row-menu.tsx';
import { wordWidth } from '../table/word-width.ts';
import type { EntityForm } from './crud-types.ts';
import { EntityDialog } from './entity-dialog.tsx';

interface Named {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}

/** Forms that the actions of a row can open. */
export interface OpenForm<Row> {
  readonly edit: (row: Row) => void;
  /** The form of a new record with these values. */
  readonly add: (initial: Readonly<Record<string, unknown>>) => void;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * A list of named records with its form: the add button, the empty state, the menu of each row, and the form of the row
 * that is clicked. Other properties go to the table.
 */
export function CrudList<Row extends Named>({
  form,
  about,
  mayWrite = true,
  initial = NOTHING,
  actsOf,
  tools,
  shownName = nameOf,
  ...table
}: Omit<PageTableProps<Row>, 'rowKey' | 'label' | 'search' | 'onOpen' | 'empty' | 'end' | 'keysOff'> & {
  readonly form: EntityForm<Row>;
  /** Purpose of the records, shown while the list is empty. */
  readonly about: string;
  readonly mayWrite?: boolean;
  /** Values of a new record. */
  readonly initial?: Values;
  readonly actsOf: (row: Row, open: OpenForm<Row>) => readonly RowAct[];
  /** Buttons before the add button. */
  readonly tools?: ReactNode;
  readonly shownName?: (row: Row) => string;
}) {
  const t = useT();
  const [open, setOpen] = useState<{ row: Row | null; initial: Values } | null>(null);
  const edit = (row: Row) => setOpen({ row, initial: NOTHING });
  const add = (values: Values) => setOpen({ row: null, initial: values });
  const noun = t(`entities.one.${form.noun}`);
  const nouns = t(`entities.many.${form.noun}`);
  useActions([{ label: 'palette.actions.newEntry', icon: 'plus', run: () => add(initial), isHidden: !mayWrite }]);
  const addButton = mayWrite && (
    <button type="button" className="button button-primary" onClick={() => add(initial)}>
      <Icon name="plus" />
      {t('entities.add', { noun })}
    </button>
  );
  // The newest record: another user may have changed it since the form opened.
  const newest = open?.row && table.query.data?.list.find(({ id }) => id === open.row?.id);
  return (
    <>
      <PageTable<Row>
        whole
        {...table}
        label={nouns}
        columns={[
          ...table.columns,
          {
            key: 'acts',
            title: t('entities.actions'),
            fixed: 'right',
            align: 'right',
            width: wordWidth(64, 80),
            card: 'end',
            render: (row) => <RowMenu name={shownName(row)} acts={actsOf(row, { edit, add })} />,
          },
        ]}
        rowKey={({ id }) => id}
        search={t('entities.search', { noun })}
        onOpen={mayWrite ? edit : undefined}
        keysOff={open !== null}
        end={
          <>
            {tools}
            {addButton}
          </>
        }
        empty={{ title: t('entities.none', { nouns }), text: about, action: addButton }}
      />
      {open !== null && (
        <EntityDialog
          key={open.row?.id ?? 'new'}
          form={form}
          row={newest ?? open.row}
          initial={open.initial}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

const NOTHING: Values = {};
const nameOf = ({ name }: Named): string => name;
