import { Form, type FormInstance, type FormItemProps } from 'antd';
import type { Rule } from 'antd/es/form';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { CODES } from '@prdm/contract/codes';
import { CallError, NO_ANSWER } from '../../lib/api/call-error.ts';
import { useLang, useT } from '../../lib/i18n.ts';
import { showFailure } from '../../lib/api/query-client.ts';
import { dropDraft, readDraft, writeDraft } from './drafts.ts';
import { merge } from './merge.ts';
import { isRequired, rulesOf } from './rules.ts';
import { TO_FIELD } from './to-field.ts';
import './form.css';

type Values = Record<string, unknown>;

/** A message of the server at a field, and the refused value. */
interface Said {
  readonly message: string;
  readonly value: unknown;
}

/** Context for the fields of a form: the schema, and the names of mounted fields, which can show a message. */
const FormContext = createContext<{ readonly schema: z.ZodType; readonly shown: Set<string> } | null>(null);

/** Names of the top-level fields that show an error. */
const WrongContext = createContext<readonly string[]>([]);
export const useWrongFields = (): readonly string[] => useContext(WrongContext);

export interface RecordFormProps {
  /** The endpoint's input schema. Rules, required marks and messages come from it. */
  readonly schema: z.ZodType;
  /**
   * Field values of the current record. The form takes them when
   * it opens, later only when the user loads the latest record.
   */
  readonly initial?: Values;
  /** Version of `initial`. When another user has saved, the form offers to load that record and to keep the changes. */
  readonly version?: number;
  /**
   * Sends the values with the version that they are based on. A CallError
   * with a field shows at that field. Any other refusal shows above the form.
   */
  readonly onSubmit: (values: Values, version: number | undefined) => Promise<unknown>;
  readonly onDone?: () => void;
  /** Name of the draft that keeps the input until it is saved or discarded. */
  readonly draftKey?: string;
  readonly children: ReactNode;
  readonly form: RecordFormState;
}

export interface RecordFormState {
  readonly instance: FormInstance;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly submit: () => void;
  readonly setDirty: (dirty: boolean) => void;
  readonly setBusy: (busy: boolean) => void;
}

/** State of a form, for the buttons outside it: `const form = useRecordForm();` */
export function useRecordForm(): RecordFormState {
  const [instance] = Form.useForm();
  const [isDirty, setDirty] = useState(false);
  const [isBusy, setBusy] = useState(false);
  return useMemo(
    () => ({ instance, isDirty, isBusy, setDirty, setBusy, submit: () => instance.submit() }),
    [instance, isDirty, isBusy],
  );
}

/**
 * A form for an endpoint's input. It validates on blur and before sending, and
 * focuses the first error. Field errors of the server show at their fields.
 */
export function RecordForm(props: RecordFormProps) {
  const t = useT();
  const { form, schema, draftKey } = props;
  const [draft] = useState(() => (draftKey === undefined ? null : readDraft(draftKey)));
  const [restored, setRestored] = useState(draft !== null);
  const [refused, setRefused] = useState<string | null>(null);
  const [base, setBase] = useState({ values: props.initial ?? {}, version: props.version });
  const [clashed, setClashed] = useState(false);
  const [shown] = useState(() => new Set<string>());
  /** Messages of the server by field path. No rule of the client can produce them again. They stay until the field changes. */
  const [said] = useState(() => new Map<string, Said>());
  const context = useMemo(() => ({ schema, shown }), [schema, shown]);
  const told = useRef<HTMLParagraphElement>(null);
  const sending = useRef(false);
  // The next page may load slowly. Without this flag, a second press sends the saved form again.
  const saved = useRef(false);
  // A refusal stands at the top of the form, which the user may have scrolled out of view.
  useEffect(() => {
    // The braces drop the returned promise of newer browsers. React would treat it as a cleanup function.
    told.current?.scrollIntoView({ block: 'nearest' });
  }, [refused]);

  useErrorsInLanguage(form.instance, said);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const readWrong = () => {
    const names = new Set(
      form.instance.getFieldsError().map(({ name, errors }) => (errors.length > 0 ? String(name[0]) : '')),
    );
    names.delete('');
    setWrong((before) => (before.join() === [...names].join() ? before : [...names]));
  };

  const forgetDraft = () => {
    if (draftKey !== undefined) dropDraft(draftKey);
    setRestored(false);
  };
  const send = async (values: Values) => {
    if (sending.current || saved.current) return;
    sending.current = true;
    form.setBusy(true);
    setRefused(null);
    setClashed(false);
    withdraw(form.instance, said, () => true);
    try {
      await props.onSubmit(values, base.version);
      saved.current = true;
      forgetDraft();
      form.setDirty(false);
      props.onDone?.();
    } catch (error) {
      setClashed(error instanceof CallError && error.code === CODES.conflict);
      setRefused(showRefusal(error, form.instance, shown, said));
      readWrong(); // the library reports no message that the program sets
    } finally {
      sending.current = false;
      form.setBusy(false);
    }
  };
  const takeLatest = () => {
    const { values, clashes } = merge(base.values, form.instance.getFieldsValue(true) as Values, props.initial ?? {});
    form.instance.setFieldsValue(values);
    form.instance.setFields(clashes.map((name) => ({ name, warnings: [t('common.alsoChanged')] })));
    setBase({ values: props.initial ?? {}, version: props.version });
    setClashed(false);
    setRefused(null);
    // The pressed button leaves the page. The first changed field, else the form, takes the focus.
    setTimeout(() => focusIn(form.instance, clashes[0] ?? [...shown][0]));
  };
  return (
    <FormContext value={context}>
      <Form
        form={form.instance}
        layout="vertical"
        initialValues={{ ...props.initial, ...draft }}
        validateTrigger={['onBlur', 'onSubmit']}
        onValuesChange={(changed: Values, all: Values) => {
          form.setDirty(true);
          saved.current = false;
          withdraw(form.instance, said, (path) => Object.hasOwn(changed, path.split('.')[0] ?? ''));
          // A field with an error is validated on every change, any other field on blur.
          const wrong = wrongOf(form.instance, changed);
          if (wrong.length > 0) form.instance.validateFields(wrong).catch(() => undefined); // shown at the field
          if (draftKey !== undefined) writeDraft(draftKey, all);
        }}
        onFieldsChange={() => {
          sayAgain(form.instance, said);
          readWrong();
        }}
        onFinish={(values: Values) => void send(values)}
      >
        {restored && (
          <p className="notice-line" data-kind="info">
            <span style={{ flex: 1 }}>{t('common.draftRestored')}</span>
            <button
              type="button"
              className="link-button"
              onClick={() => {
                forgetDraft();
                form.instance.setFieldsValue({ ...blankOf(draft), ...props.initial });
                form.setDirty(false);
              }}
            >
              {t('common.discardDraft')}
            </button>
          </p>
        )}
        {refused !== null && (
          <p ref={told} className="notice-line" role="alert">
            <span style={{ flex: 1 }}>{refused}</span>
            {clashed && props.version !== base.version && (
              <button type="button" className="link-button" onClick={takeLatest}>
                {t('common.takeLatest')}
              </button>
            )}
          </p>
        )}
        <WrongContext value={wrong}>{props.children}</WrongContext>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </Form>
    </FormContext>
  );
}

/**
 * Field errors are stored as text. After a language change, the client validates those fields again. Messages of the
 * server stay: the client cannot produce them.
 */
function useErrorsInLanguage(form: FormInstance, said: ReadonlyMap<string, Said>): void {
  const lang = useLang();
  const told = useRef(lang);
  useEffect(() => {
    if (told.current === lang) return;
    told.current = lang;
    const wrong = form
      .getFieldsError()
      .filter(({ name, errors: [error] }) => error !== undefined && error !== said.get(name.join('.'))?.message);
    if (wrong.length === 0) return;
    form.validateFields(wrong.map(({ name }) => name)).catch(() => undefined); // shown at the fields
  }, [form, lang, said]);
}

const pathOf = (name: string): (string | number)[] =>
  name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Leaving a field validates it by the rules of the client, which know nothing of the server's message. */
function sayAgain(form: FormInstance, said: Map<string, Said>): void {
  for (const [path, { message, value }] of said) {
    const name = pathOf(path);
    // A part of the page may set the field without an event of the form.
    if (form.getFieldValue(name) !== value) said.delete(path);
    else if (!form.isFieldValidating(name) && form.getFieldError(name).length === 0)
      form.setFields([{ name, errors: [message] }]);
  }
}

function withdraw(form: FormInstance, said: Map<string, Said>, isOver: (path: string) => boolean): void {
  for (const [path, { message }] of said)
    if (isOver(path)) {
      said.delete(path);
      const name = pathOf(path);
      form.setFields([{ name, errors: form.getFieldError(name).filter((error) => error !== message) }]);
    }
}

/** Paths of fields with an error below the changed top-level fields, including those in lists (`stages.0.days`). */
const wrongOf = (form: FormInstance, changed: Values): (string | number)[][] =>
  form
    .getFieldsError()
    .filter(({ name, errors }) => errors.length > 0 && Object.hasOwn(changed, String(name[0])))
    .map(({ name }) => name);

function focusIn(form: FormInstance, name: string | undefined): void {
  if (name !== undefined) form.scrollToField(name, TO_FIELD);
}

const blankOf = (draft: Values | null): Values =>
  Object.fromEntries(Object.keys(draft ?? {}).map((name) => [name, undefined]));

/**
 * Shows a refusal at its field and returns null. Without such a field it
 * returns the message for the top of the form, so no refusal stays hidden.
 */
function showRefusal(
  error: unknown,
  form: FormInstance,
  shown: ReadonlySet<string>,
  said: Map<string, Said>,
): string | null {
  if (!(error instanceof CallError)) {
    showFailure(error);
    return null;
  }
  // The toast about a lost connection closes after the next
  // answer. The form keeps the message, because nothing was saved.
  if (error.told) return error.code === NO_ANSWER ? error.msg : null;
  const path = error.field === null ? [] : pathOf(error.field);
  const inLists = form.getFieldsError().map(({ name }) => name.join('.'));
  // The library knows a list (`stages`) as a field but shows no message
  // for it. A top-level field counts only when it is in `shown`.
  const isShown = (name: (string | number)[]): boolean =>
    name.length === 1 ? shown.has(String(name[0])) : inLists.includes(name.join('.'));
  // The deepest visible field on the path. `stages.0.executor_ids.1` shows at the people field of the first stage.
  const known = path.map((_part, index) => path.slice(0, path.length - index)).find(isShown);
  if (known === undefined) return error.msg;
  form.setFields([{ name: known, errors: [error.msg] }]);
  said.set(known.join('.'), { message: error.msg, value: form.getFieldValue(known) });
  form.scrollToField(known, TO_FIELD);
  return null;
}

/**
 * One field of a RecordForm. Rules and required mark come from the schema. `also` adds rules that read other fields.
 */
export function Field({ name, also, ...props }: Omit<FormItemProps, 'name'> & { name: string; also?: Rule[] }) {
  const form = useContext(FormContext);
  const schema = form?.schema ?? null;
  const shown = form?.shown;
  useEffect(() => {
    shown?.add(name);
    return () => void shown?.delete(name);
  }, [shown, name]);
  const own = useMemo(() => (schema === null ? [] : rulesOf(schema, name)), [schema, name]);
  const rules = also === undefined ? own : [...own, ...also];
  const required = schema !== null && isRequired(schema, name);
  return <Form.Item name={name} rules={rules} required={required} {...props} />;
}
