import { createHash } from 'node:crypto';
import { CODES } from '@prdm/contract/codes';
import type { ImportEntry, ImportOutcome, ImportSecrets, ImportUndone } from '@prdm/contract/kit/sheet-import';
import { wireTime } from '@prdm/contract/kit/fields';
import { keyInData } from '@prdm/locales/text-key';
import type { Bus } from '../../bus.ts';
import type { Database, ModuleDb } from '../../db.ts';
import { fail } from '../../errors.ts';
import { ALLOWED, refusedBecause } from '../../http/decisions.ts';
import type { Authorized } from '../../ids/authorized.ts';
import type { SubjectKind } from '../../ids/subject.ts';
import { translate } from '../../translate.ts';
import type { Lang } from '@prdm/locales';
import { writeSheet } from '../write-sheet.ts';
import { READING } from '../reading/limits.ts';
import { readSheet } from '../reading/read-sheet.ts';
import { LIMITS } from '@prdm/contract/limits';
import { checkFile, judgeFile, type Verdict } from './check.ts';
import type { Applied, ImportCaller, MadeSecrets, SheetImport } from './declare.ts';
import { SheetImported, SheetImportUndone } from './imports.events.ts';
import { importsRepo, type ImportTables } from './imports.repo.ts';

/**
 * Imports of spreadsheets. Invariants: a file is imported only with the digest of a check, which names the file and the
 * state of all touched records. One transaction writes all rows, the events and the entry of the history. An import is
 * undone at most once.
 */
export type SheetImports = ReturnType<typeof createSheetImports>;

interface ImportRow {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
}
export type JudgedImport = Authorized<ImportRow, 'undo', 'sheet_import'>;

/** The values as rows, and as a spreadsheet that the reader can keep. */
async function writtenSecrets({ name, columns, rows }: MadeSecrets, lang: Lang): Promise<ImportSecrets> {
  const titles = columns.map((key) => translate(lang, key));
  const bytes = await writeSheet<readonly string[]>({
    name: translate(lang, name),
    columns: titles.map((title, at) => ({ title, width: 24, value: (row) => row[at] ?? null })),
    rows,
  });
  return {
    columns: titles,
    rows: rows.map((row) => [...row]),
    sheet: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  };
}

/** Whether a csv file has the name of a workbook. Its sender expects the types and sheets of xlsx, which it lacks. */
const isRenamed = ({ bytes, name }: { bytes: Buffer; name: string }): boolean =>
  /\.xlsx$/i.test(name) && bytes.subarray(0, 2).toString('latin1') !== 'PK';

/** Names in the answer of an undo. */
const SKIPPED_SHOWN = 200;

export function createSheetImports(parts: {
  readonly db: Database;
  readonly bus: Bus;
  readonly tables: ModuleDb<ImportTables>;
}) {
  const kind: SubjectKind<ImportRow, 'sheet_import'> = {
    kind: 'sheet_import',
    scope: 'enterprise',
    async load({ enterpriseId }, ids) {
      const rows = await importsRepo(parts.tables.read, enterpriseId).byIds(ids);
      return rows.map((row) => ({
        id: row.id,
        row: { id: row.id, kind: row.kind, name: row.file_name },
        projectId: null,
        visible: true,
        // The node of the call decides. `undo` compares the kind, so a node for one kind does not reach another one.
        may: (right) => (right === 'read' || right === 'undo' ? ALLOWED : refusedBecause(right)),
      }));
    },
  };

  return {
    kind,

    /** Checks a file. With the digest of an earlier check it imports the file. Throws 1009 when the digest differs. */
    async run(
      declared: SheetImport,
      caller: ImportCaller,
      file: { bytes: Buffer; name: string; digest?: string },
    ): Promise<ImportOutcome> {
      const { actor, lang, reader } = caller;
      const reading = await readSheet(file.bytes);
      if (!reading.ok)
        throw fail.invalid('file', keyInData(`sheets.problems.${reading.problem}`), {
          n: reading.problem === 'too_many_columns' ? READING.columnsMax : LIMITS.importMax,
        });
      if (isRenamed(file)) throw fail.invalid('file', 'sheets.problems.renamed');
      const checked = checkFile(declared, reading.rows, lang);
      const rows = checked.rows.flatMap(({ row }) => (row ? [row] : []));
      const salt = [declared.kind, actor.enterpriseId, createHash('sha256').update(file.bytes).digest('hex')];
      const { outcome, made } = await parts.db.transaction(async (trx) => {
        const locks = file.digest !== undefined;
        const context = await declared.open({ trx, caller, rows, fields: checked.fields, locks });
        const verdict = judgeFile(declared, checked, { context, lang, reader, salt });
        if (!locks) return { outcome: verdict.outcome };
        if (verdict.outcome.digest !== file.digest) throw fail.of(CODES.conflict, 'sheets.stale');
        const empty = { ...verdict.outcome, rows: [] };
        if (verdict.accepted.length === 0) return { outcome: empty };
        const { records, secrets } = await declared.apply({ trx, caller, rows: verdict.accepted as never, context });
        const importId = await store({ trx, declared, caller, verdict, file, records });
        return { outcome: { ...empty, import_id: importId }, made: secrets };
      });
      return { ...outcome, secrets: made ? await writtenSecrets(made, lang) : null };
    },

    async list(
      declared: Pick<SheetImport, 'kind'>,
      enterpriseId: number,
      window: { page: number; size: number },
    ): Promise<{ list: ImportEntry[]; total: number; page: number; size: number }> {
      const repo = importsRepo(parts.tables.read, enterpriseId);
      const { page, size } = window;
      const rows = await repo.list(declared.kind, { limit: size, offset: (page - 1) * size });
      const list = rows.map((row) => ({
        id: row.id,
        file_name: row.file_name,
        counts: { new: row.added, changed: row.changed, same: row.same, refused: row.refused },
        by: row.created_name,
        at: wireTime(new Date(row.created_at)),
        undone: row.undone_at && { by: row.undone_name ?? '', at: wireTime(new Date(row.undone_at)) },
      }));
      return { list, total: await repo.count(declared.kind), page, size };
    },

    /** Restores the records of an import. Throws 1006 for an import of another kind, 1008 when it was undone before. */
    undo: (declared: SheetImport, caller: ImportCaller, judged: JudgedImport): Promise<ImportUndone> =>
      parts.db.transaction(async (trx) => {
        const { id, kind: ofKind, name } = judged.row;
        if (ofKind !== declared.kind) throw fail.notFound();
        const { actor, lang } = caller;
        const repo = importsRepo(parts.tables.within(trx), actor.enterpriseId);
        const records = await repo.takeBack(id, { id: actor.userId, name: actor.name });
        if (!records) throw fail.wrongState('sheets.undoneBefore');
        const skipped = await declared.undo({ trx, caller, records });
        const restored = records.length - skipped.length;
        await parts.bus.emit(trx, SheetImportUndone, {
          actor,
          target: { kind: 'sheet_import', id, name },
          after: { restored, skipped: skipped.length },
          data: { kind: declared.kind, importId: id, restored, skipped: skipped.length },
        });
        return {
          restored,
          skipped: skipped
            .slice(0, SKIPPED_SHOWN)
            .map((record) => ({ name: record.name, reason: translate(lang, record.reason) })),
        };
      }),
  };

  async function store(given: {
    trx: Parameters<SheetImport['apply']>[0]['trx'];
    declared: SheetImport;
    caller: ImportCaller;
    verdict: Verdict;
    file: { name: string };
    records: Applied['records'];
  }): Promise<number> {
    const { trx, declared, file, records } = given;
    const { actor } = given.caller;
    const { counts, digest } = given.verdict.outcome;
    const importId = await importsRepo(parts.tables.within(trx), actor.enterpriseId).add({
      kind: declared.kind,
      fileName: file.name,
      digest,
      counts,
      records,
      by: { id: actor.userId, name: actor.name },
    });
    await parts.bus.emit(trx, SheetImported, {
      actor,
      target: { kind: 'sheet_import', id: importId, name: file.name },
      after: { ...counts },
      data: { kind: declared.kind, importId },
    });
    return importId;
  }
}
