import { Button } from '@mantine/core';
import { IconFileTypePdf, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FILE_MAX_BYTES, PDF_TYPE, startsAsPdf } from '#domain/documents/file.ts';
import { termsHolder, type Form } from '#domain/documents/form.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useErrorText } from '#hooks/words/errorText.ts';
import { FormPart } from '#ui/forms/Form.tsx';
import { startOf } from '#ui/files/startOf.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Forms.module.css';

/** undefined keeps what is saved, null takes it away. */
export type ChosenTerms = File | null | undefined;

interface TermsFieldProps {
  saved: Form | null;
  chosen: ChosenTerms;
  onChange: (terms: ChosenTerms) => void;
}

/** The PDF that guests agree to (FORM-06). */
export function TermsField({ saved, chosen, onChange }: TermsFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const errorText = useErrorText();
  const { repository } = useEvent();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const hasSaved = saved !== null && termsHolder(saved) !== null;
  const there = chosen ?? (chosen === undefined && hasSaved ? saved : null);

  /** A PDF by its type and by what it begins with (VALID-35). */
  async function choose(file: File): Promise<void> {
    const start = await startOf(file);
    if (start === null) setProblem(errorText({ code: 'file_unreadable' }));
    else if (file.type !== PDF_TYPE || !startsAsPdf(start)) setProblem(errorText({ code: 'file_type' }));
    else if (file.size > FILE_MAX_BYTES) setProblem(errorText({ code: 'file_size' }));
    else {
      setProblem(null);
      onChange(file);
    }
  }
  async function open(): Promise<void> {
    const pdf = chosen ?? (saved === null ? null : await repository.formTerms(saved._id));
    if (pdf === null) return setProblem(t('forms.termsMissing'));
    const url = URL.createObjectURL(pdf);
    window.open(url, '_blank', 'noopener');
    // The new tab reads it in its own time.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
  return (
    <FormPart title={t('forms.terms')} hint={t('forms.termsHint')}>
      <div role="group" aria-label={t('forms.terms')} aria-describedby="terms-problem">
        <input
          ref={input}
          type="file"
          hidden
          accept={`${PDF_TYPE},.pdf`}
          aria-label={t('forms.chooseTerms')}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            if (file !== undefined) void choose(file);
          }}
        />
        <div className={classes.file}>
          {there !== null && (
            <>
              <IconFileTypePdf size={28} stroke={1.4} aria-hidden />
              <strong>{there instanceof File ? there.name : t('forms.termsOwn')}</strong>
              <Button variant="default" onClick={() => void open()}>
                {t('forms.openTerms')}
              </Button>
            </>
          )}
          <Button
            variant="default"
            leftSection={<IconUpload size={18} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t(there === null ? 'forms.chooseTerms' : 'forms.replaceTerms')}
          </Button>
          {there === null ? (
            <span className={classes.hint}>{t('forms.noTerms', { size: format.bytes(FILE_MAX_BYTES) })}</span>
          ) : (
            <Button variant="subtle" color="red.7" onClick={() => onChange(hasSaved ? null : undefined)}>
              {t('forms.removeTerms')}
            </Button>
          )}
        </div>
        <p id="terms-problem" role="alert" className={classes.error}>
          {problem}
        </p>
      </div>
    </FormPart>
  );
}
