import { Button, NativeSelect } from '@mantine/core';
import { IconFileTypePdf, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, PAYMENT_TYPES, type Language, type PaymentType } from '#domain/config.ts';
import { PDF_TYPE } from '#domain/documents/file.ts';
import { useLive } from '#hooks/data/event.tsx';
import classes from './Templates.module.css';

interface Values {
  language: Language;
  paymentType: PaymentType;
}
interface TemplateFieldsProps {
  values: Values;
  /** The payment type as it is stored; null for a new template. */
  stored: PaymentType | null;
  hasPdf: boolean;
  /** Foyer's own is being made. */
  busy: boolean;
  onChange: (change: Partial<Values>) => void;
  onFile: (file: File) => void;
  onOwn: () => void;
}

/** What a template is for, and where its PDF comes from. */
export function TemplateFields({
  values,
  stored,
  hasPdf,
  busy,
  onChange,
  onFile,
  onOwn,
}: TemplateFieldsProps) {
  const { t } = useTranslation();
  const enabled = useLive((store) => store.event())?.paymentTypes ?? [];
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.form}>
      <NativeSelect
        label={t('templates.language')}
        value={values.language}
        data={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
        onChange={({ currentTarget: { value } }) => onChange({ language: value === 'en' ? 'en' : 'fr' })}
      />
      <NativeSelect
        label={t('templates.paymentType')}
        value={values.paymentType}
        data={PAYMENT_TYPES.map((value) => ({
          value,
          label: t(`paymentTypes.${value}`),
          // Only those of the event can be selected (TPL-02).
          disabled: !enabled.includes(value) && value !== stored,
        }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ paymentType: PAYMENT_TYPES.find((one) => one === value) ?? 'none' })
        }
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t(hasPdf ? 'templates.replace' : 'templates.choose')}
      </Button>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        onClick={onOwn}
      >
        {t('templates.own')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={`${PDF_TYPE},.pdf`}
        aria-label={t('templates.choose')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </div>
  );
}
