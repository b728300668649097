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

/** What the fields of a form know of it: the schema, and the names of those that are drawn with a place for their message. */
const FormContext = createContext<{ readonly schema: z.ZodType; readonly shown: Set<string> } | null>(null);

export interface RecordFormProps {
  /** The endpoint's input schema: rules, required marks and messages come from it. */
  readonly schema: z.ZodType;
  /** The record as it is now, as fields. The form takes it over when it opens; afterwards only when the reader says so. */
  readonly initial?: Values;
  /** Of that record. When somebody else has saved meanwhile the form offers to load theirs and keep what was typed. */
  readonly version?: number;
  /**
   * Sends the values with the version they were made from; a CallError with a field is shown there, any other refusal above
   * the form.
   */
  readonly onSubmit: (values: Values, version: number | undefined) => Promise<unknown>;
  readonly onDone?: () => void;
  /** Keeps what was typed under this name until it is saved or given up. */
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

/** State of a form that its buttons outside need: `const form = useRecordForm();` */
export function useRecordForm(): RecordFormState {
  const [instance] = Form.useForm();
  const [isDirty, setDirty] = useState(false);
  const [isBusy, setBusy] = useState(false);
  return useMemo(
    () => ({ instance, isDirty, isBusy, setDirty, setBusy, submit: () => instance.submit() }),
    [instance, isDirty, isBusy],
  );
}

/** A form over an endpoint's input: checked when a field is left and before sending, first error focused, the server's field errors in place. */
export function RecordForm(props: RecordFormProps) {
  const t = useT();
  const { form, schema, draftKey } = props;
  const [draft] = useState(() => (draftKey === undefined ? null : readDraft(draftKey)));
  const [restored, setRestored] = useState(draft !== null);
  const [refused, setRefused] = useState<string | null>(null);
  const [base, setBase] = useState({ values: props.initial ?? {}, version: props.version });
  const [clashed, setClashed] = useState(false);
  const [shown] = useState(() => new Set<string>());
  /** What the server said of fields, which no rule here could say again. */
  const [said] = useState(() => new Map<string, string>());
  const context = useMemo(() => ({ schema, shown }), [schema, shown]);
  const told = useRef<HTMLParagraphElement>(null);
  const sending = useRef(false);
  // The next page may be a while on its way: pressed again, what was saved would be made a second time.
  const saved = useRef(false);
  // The form may have been scrolled far below its head: what is said there must be seen.
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which React would take for the effect's undoing.
    told.current?.scrollIntoView({ block: 'nearest' });
  }, [refused]);

  useErrorsInLanguage(form.instance, said);

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
    try {
      await props.onSubmit(values, base.version);
      saved.current = true;
      forgetDraft();
      form.setDirty(false);
      props.onDone?.();
    } catch (error) {
      setClashed(error instanceof CallError && error.code === CODES.conflict);
      setRefused(showRefusal(error, form.instance, shown, said));
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
          // What was wrong is judged again with every change, what was right only when it is left.
          const wrong = wrongOf(form.instance, changed);
          if (wrong.length > 0) form.instance.validateFields(wrong).catch(() => undefined); // told at the field
          if (draftKey !== undefined) writeDraft(draftKey, all);
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
        {props.children}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </Form>
    </FormContext>
  );
}

/** Messages at fields are kept as words: in another language what is wrong is judged, and said, anew. What the server alone knew stays. */
function useErrorsInLanguage(form: FormInstance, said: ReadonlyMap<string, string>): void {
  const lang = useLang();
  const told = useRef(lang);
  useEffect(() => {
    if (told.current === lang) return;
    told.current = lang;
    const wrong = form
      .getFieldsError()
      .filter(({ name, errors: [error] }) => error !== undefined && error !== said.get(name.join('.')));
    if (wrong.length === 0) return;
    form.validateFields(wrong.map(({ name }) => name)).catch(() => undefined); // told at the fields
  }, [form, lang, said]);
}

/** The fields with a message among what changed, those inside lists (`stages.0.days`) too. */
const wrongOf = (form: FormInstance, changed: Values): (string | number)[][] =>
  form
    .getFieldsError()
    .filter(({ name, errors }) => errors.length > 0 && Object.hasOwn(changed, String(name[0])))
    .map(({ name }) => name);

const blankOf = (draft: Values | null): Values =>
  Object.fromEntries(Object.keys(draft ?? {}).map((name) => [name, undefined]));

/** Puts a refusal where it belongs; what has no place in this form is given back as the line above it, so that nothing is mute. */
function showRefusal(
  error: unknown,
  form: FormInstance,
  shown: ReadonlySet<string>,
  said: Map<string, string>,
): string | null {
  if (!(error instanceof CallError)) {
    showFailure(error);
    return null;
  }
  // A line that broke is told by a toast which goes with the next answer; that nothing was saved must stay readable.
  if (error.told) return error.code === NO_ANSWER ? error.msg : null;
  const path = error.field?.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)) ?? [];
  const inLists = form.getFieldsError().map(({ name }) => name.join('.'));
  // A list itself (`stages`) is known to the library, but draws no message: only what says so counts.
  const isShown = (name: (string | number)[]): boolean =>
    name.length === 1 ? shown.has(String(name[0])) : inLists.includes(name.join('.'));
  // The deepest field that is drawn: of `stages.0.executor_ids.1` that is the people of the first stage.
  const known = path.map((_part, index) => path.slice(0, path.length - index)).find(isShown);
  if (known === undefined) return error.msg;
  form.setFields([{ name: known, errors: [error.msg] }]);
  said.set(known.join('.'), error.msg);
  form.scrollToField(known, TO_FIELD);
  return null;
}

/** One field of a RecordForm: label, rules and required mark from the schema; `also` are rules that look at other fields. */
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
