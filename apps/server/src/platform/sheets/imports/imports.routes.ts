import { CODES } from '@prdm/contract/codes';
import type { ImportCalls } from '@prdm/contract/kit/sheet-import';
import { problemOf } from '@prdm/contract/kit/problems';
import { keyInData } from '@prdm/locales/text-key';
import { fail } from '../../errors.ts';
import type { RawCall } from '../../http/call-context.ts';
import type { Mount } from '../../http/mounting.ts';
import { translate } from '../../translate.ts';
import { prepareForms, readForm } from '../../uploads/multipart.ts';
import { Turns } from '../../uploads/turns.ts';
import { READING } from '../reading/limits.ts';
import { sendSheet } from '../send-sheet.ts';
import type { SheetImport } from './declare.ts';
import type { SheetImports } from './index.ts';
import { writeTemplate } from './template.ts';

/** A file stays in memory until its rows are read. */
const turns = new Turns({ ofOne: 1, inAll: 6, readMs: 120_000 });
const NAME_MAX = 200;

async function readUpload(raw: RawCall, parts: NonNullable<ImportCalls['run']['parts']>) {
  const chunks: Buffer[] = [];
  let name = '';
  const texts = await readForm(raw, { maxBytes: READING.fileBytes, texts: Object.keys(parts.shape) }, async (file) => {
    name = file.name.slice(0, NAME_MAX);
    for await (const chunk of file.bytes) chunks.push(chunk as Buffer);
  });
  const fields = parts.safeParse(texts);
  if (!fields.success) {
    const { field, key, params } = problemOf(fields.error);
    throw fail.invalid(field, keyInData(key), params);
  }
  return { bytes: Buffer.concat(chunks), name, digest: fields.data.digest as string | undefined };
}

/** Mounts the four calls of an import. */
export async function mountImport(
  mount: Mount,
  imports: SheetImports,
  calls: ImportCalls,
  declared: SheetImport,
): Promise<void> {
  mount.raw(calls.template, async (_input, { lang }, raw) => {
    const bytes = await writeTemplate(declared, lang);
    const fileName = translate(lang, 'sheets.template.fileName', { name: translate(lang, declared.name) });
    await sendSheet(raw, { fileName, bytes });
  });
  await mount.app.register(async (app) => {
    prepareForms(app);
    mount.raw(
      calls.run,
      async (_input, context, raw) => {
        const { actor, lang, principal, session } = context;
        const outcome = await turns.read(`${actor.enterpriseId} ${session.userId}`, raw.request.raw, async () => {
          const file = await readUpload(raw, calls.run.parts as NonNullable<typeof calls.run.parts>);
          // The upload may be slow, and the caller may have lost session or rights meanwhile.
          await context.judgeAgain();
          return imports.run(declared, { actor, lang, reader: principal }, file);
        });
        const data = calls.run.output.parse(outcome);
        await raw.reply.send({ code: CODES.ok, msg: translate(lang, 'codes.0'), data });
      },
      app,
    );
  });
  mount(calls.index, (paging, { session }) => imports.list(declared, session.enterpriseId, paging));
  mount(calls.undo, (_input, context) =>
    imports.undo(
      declared,
      { actor: context.actor, lang: context.lang, reader: context.principal },
      context.subject(imports.kind, 'id'),
    ),
  );
}
