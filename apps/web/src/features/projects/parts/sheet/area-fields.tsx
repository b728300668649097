import { Form, Input } from 'antd';
import { COUNTRY_WITH_LISTS, type Area } from '@prdm/contract/areas/areas';
import { useT } from '../../../../lib/i18n.ts';
import { Select } from '../../../../ui/controls/select.tsx';
import { Field } from '../../../../ui/form/record-form.tsx';
import { typedLength } from '../../../../ui/form/typed-length.ts';
import { useCities, useCountries, useProvinces } from '../../areas.queries.ts';

const MAX = 50;
type AreaField = 'city' | 'country' | 'province';

/** Country, province and city. In a country without lists, province and city are typed. */
export function AreaFields() {
  const t = useT();
  const country: unknown = Form.useWatch('country');
  const province: unknown = Form.useWatch('province');
  const hasLists = country === COUNTRY_WITH_LISTS;
  const countries = useCountries();
  const provinces = useProvinces();
  const cities = useCities(hasLists && typeof province === 'string' ? province : '');
  return (
    <>
      <Field name="country" label={t('projects.field.country')}>
        <AreaSelect name="country" source={countries} empties={['province', 'city']} />
      </Field>
      <Field name="province" label={t('projects.field.province')}>
        {hasLists ? (
          <AreaSelect name="province" source={provinces} empties={['city']} />
        ) : (
          <Input {...typedLength(MAX)} autoComplete="off" />
        )}
      </Field>
      <Field name="city" label={t('projects.field.city')}>
        {hasLists ? (
          <AreaSelect name="city" source={cities} empties={[]} />
        ) : (
          <Input {...typedLength(MAX)} autoComplete="off" />
        )}
      </Field>
    </>
  );
}

function AreaSelect(props: {
  name: AreaField;
  source: { readonly data: { readonly list: readonly Area[] } | undefined; readonly isFetching: boolean };
  /** The fields below, which a change empties. */
  empties: readonly AreaField[];
  id?: string;
  value?: string;
  onChange?: (id?: string) => void;
  onBlur?: () => void;
}) {
  const t = useT();
  const form = Form.useFormInstance();
  const { value, source } = props;
  const options = (source.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // A text of before, which no list has, stays chosen.
  if (value && source.data !== undefined && !options.some((option) => option.value === value))
    options.push({ value, label: value });
  return (
    <Select<string | undefined>
      id={props.id}
      // Before the names load, the select would show the code.
      value={source.data === undefined && source.isFetching ? undefined : value || undefined}
      onChange={(chosen) => {
        // The own change comes last, because it also stores the draft.
        for (const field of props.empties) form.setFieldValue(field, undefined);
        props.onChange?.(chosen);
      }}
      onBlur={props.onBlur}
      options={options}
      loading={source.data === undefined && source.isFetching}
      allowClear
      placeholder={t('config.picker.choose', { name: t(`projects.field.${props.name}`).toLowerCase() })}
      notFoundContent={t('config.picker.none')}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
    />
  );
}
