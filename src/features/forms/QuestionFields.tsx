import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { answersOf } from '#domain/desk/answers.ts';
import { FORM_LIMITS, QUESTION_KINDS } from '#domain/documents/form.ts';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import { FormPart, FormRow } from '#ui/forms/Form.tsx';
import { useOwnRule } from '#ui/forms/useOwnRule.ts';
import classes from './Forms.module.css';
import { choicesOf, newQuestion, type QuestionRow } from './formValues.ts';
import { partOf, type PartProps } from './partProps.ts';
import { RemoveRow } from './RemoveRow.tsx';

/** The organiser's own questions, in the order in which they are asked. */
export const QuestionFields = partOf(
  function QuestionFields({ values, set, form }: PartProps) {
    const { t } = useTranslation();
    const { questions } = values;
    const change = (id: string, part: Partial<QuestionRow>) =>
      set({ questions: questions.map((row) => (row.id === id ? { ...row, ...part } : row)) });
    return (
      <FormPart title={t('forms.questions')} hint={t('forms.questionsHint')}>
        {questions.length === 0 && <p className={classes.hint}>{t('forms.noQuestions')}</p>}
        {questions.map((row, index) => (
          <QuestionPart
            key={row.id}
            row={row}
            n={index + 1}
            before={questions.slice(0, index)}
            form={form}
            onChange={(part) => change(row.id, part)}
            onRemove={() => set({ questions: questions.filter(({ id }) => id !== row.id) })}
          />
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={questions.length >= FORM_LIMITS.questions}
            onClick={() => set({ questions: [...questions, newQuestion()] })}
          >
            {t('forms.addQuestion')}
          </Button>
        </div>
      </FormPart>
    );
  },
  ['questions'],
);

interface QuestionPartProps {
  row: QuestionRow;
  n: number;
  before: readonly QuestionRow[];
  form: PartProps['form'];
  onChange: (part: Partial<QuestionRow>) => void;
  onRemove: () => void;
}

function QuestionPart({ row, n, before, form, onChange, onRemove }: QuestionPartProps) {
  const { t } = useTranslation();
  const nameOf = (field: string): string => `question-${row.id}-${field}`;
  const conditions = before.flatMap((other) =>
    answersOf({ kind: other.kind, choices: choicesOf(other) }).map((is) => ({
      value: JSON.stringify([other.id, is]),
      label:
        other.kind === 'consent'
          ? t('forms.ifConsented', { question: other.label })
          : t('forms.ifAnswered', { question: other.label, answer: is }),
    })),
  );
  const chosen = row.showIf === null ? '' : JSON.stringify([row.showIf.questionId, row.showIf.is]);
  return (
    <div role="group" aria-label={t('forms.questionN', { n })} className={classes.question}>
      <div className={classes.questionHead}>
        <TextInput
          name={nameOf('label')}
          label={t('forms.questionLabel')}
          required
          value={row.label}
          error={form.errorOf(nameOf('label'))}
          pattern={inputPattern('text')}
          maxLength={LIMITS.freename}
          data-kind="text"
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => onChange({ label: value })}
        />
        <RemoveRow name={t('forms.removeQuestion', { n })} onRemove={onRemove} />
      </div>
      <FormRow least={200}>
        <NativeSelect
          name={nameOf('kind')}
          label={t('forms.questionKind')}
          value={row.kind}
          data={QUESTION_KINDS.map((value) => ({ value, label: t(`forms.questionKinds.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ kind: QUESTION_KINDS.find((one) => one === value) ?? row.kind })
          }
        />
        <NativeSelect
          name={nameOf('showIf')}
          label={t('forms.askedIf')}
          value={chosen}
          data={[
            { value: '', label: t('forms.askedAlways') },
            ...conditions,
            // An answer that is gone: said, until somebody chooses another.
            ...(chosen === '' || conditions.some(({ value }) => value === chosen)
              ? []
              : [{ value: chosen, label: t('forms.ifGone', { answer: row.showIf?.is ?? '' }) }]),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const [questionId, is] = value === '' ? [] : (JSON.parse(value) as [string, string]);
            onChange({ showIf: questionId === undefined || is === undefined ? null : { questionId, is } });
          }}
        />
      </FormRow>
      {row.kind === 'choice' && (
        <Choices
          name={nameOf('choices')}
          value={row.choices}
          error={form.errorOf(nameOf('choices'))}
          onChange={(choices) => onChange({ choices })}
        />
      )}
      <Checkbox
        label={t('forms.questionMust')}
        checked={row.mandatory}
        onChange={({ currentTarget: { checked } }) => onChange({ mandatory: checked })}
      />
    </div>
  );
}

interface ChoicesProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function Choices({ value, onChange, ...rest }: ChoicesProps) {
  const { t } = useTranslation();
  const field = useOwnRule<HTMLTextAreaElement>(value, onChange, problemOf);
  return (
    <Textarea
      {...field}
      {...rest}
      label={t('forms.choices')}
      description={t('forms.choicesHint')}
      required
      autosize
      minRows={2}
      maxRows={12}
      maxLength={LIMITS.longText}
      data-kind="longText"
    />
  );
}

const problemOf = (choices: string): string =>
  choicesOf({ choices }).length > FORM_LIMITS.choices ? 'choices' : '';
