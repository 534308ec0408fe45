import { Button, Modal, Radio } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useMediaQuery } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { calendarOf } from '#domain/days.ts';
import type { Form } from '#domain/documents/form.ts';
import { productKinds } from '#domain/documents/session.ts';
import { fieldsOf } from '#domain/forms/fields.ts';
import { counterpartOf, formsThatHold, newestFirst } from '#domain/forms/versions.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { isSameList, useStable } from '#ui/platform/useStable.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { notify } from '#ui/components/notify.tsx';
import { useDraft } from '#hooks/data/draft.ts';
import { DraftNotice, FormFoot, FormPart } from '#ui/forms/Form.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { lazyPart } from '#ui/platform/lazyPart.ts';
import { AccessFields } from './AccessFields.tsx';
import { AlertFields } from './AlertFields.tsx';
import { AskedFields, GuestActFields } from './AskedFields.tsx';
import { DetailsFields } from './DetailsFields.tsx';
import { ExtraFields } from './ExtraFields.tsx';
import { carried, fieldsFrom, newValues, valuesOf, vatOf, type FormValues } from './formValues.ts';
import classes from './Forms.module.css';
import { closesFirst } from './openValues.ts';
import { KeepFields } from './KeepFields.tsx';
import { OptionFields } from './OptionFields.tsx';
import type { PartProps } from './partProps.ts';
import { PriceTable } from './PriceTable.tsx';
import { turned, turnedText } from './priceValues.ts';
import { QuestionFields } from './QuestionFields.tsx';
import { RemoveForm } from './RemoveForm.tsx';
import { TermsField, type ChosenTerms } from './TermsField.tsx';
import { MessageFields, TextFields } from './TextFields.tsx';

const PagePreview = lazyPart(async () => (await import('./PagePreview.tsx')).default);

/** Beside the editor there is room from here on. */
const WIDE = '(min-width: 75em)';

const ADULTS = productKinds.slice(0, 1);

interface FormEditorProps {
  /** Null for a new one. */
  own: Form | null;
  /** What a new one begins as. */
  like?: Form | null;
}

/** The fields of a form (specification 1 §2, Form editor). */
export function FormEditor({ own, like = null }: FormEditorProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { id: eventId, repository, store } = useEvent();
  const { busy, run } = useAction();
  const sessions = useLive((live) => live.sessions());
  // What arrives from other devices while somebody types must not change the fields under the fingers.
  const [start] = useState(() => {
    const forms = store.documents('form');
    const calendar = calendarOf(store.event()?.timeZone);
    const known = newestFirst(formsThatHold(forms))[0] ?? null;
    const form = own ?? like;
    const counterpart = own === null ? null : counterpartOf(forms, own);
    const values =
      form === null
        ? newValues(store.sessions(), format.language, known)
        : valuesOf(form, store.sessions(), counterpart?._id ?? null, calendar);
    return { form, values, calendar };
  });
  // By its public address, which all its versions have: a draft goes on where somebody else saved one meanwhile.
  const fresh = like === null ? 'new' : `like-${like._id}`;
  const key = `form-${eventId}-${own === null ? fresh : (own.accessId ?? own._id)}`;
  const basis = own === null ? 'new' : `${own._id} ${own._rev ?? ''}`;
  const draft = useDraft<FormValues>(key, basis, start.values, carried);
  const values = draft.value;
  const [terms, setTerms] = useState<ChosenTerms>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useValidatedForm(save);
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  // Beside the editor where there is room, else on demand.
  const [looks, setLooks] = useState(false);
  const bad = Object.keys(form.problems).length;
  const kinds = values.children ? productKinds : ADULTS;
  const shown = useStable(
    sessions.filter(({ _id, status }) => status !== 'archived' || values.offered[_id] === true),
    isSameList,
  );

  function set(change: Partial<FormValues>): void {
    setFailure(null);
    draft.change((before) => ({ ...before, ...change }));
  }

  function setWithVat(withVat: boolean): void {
    const vat = vatOf(values);
    const { currency } = values;
    set({
      withVat,
      prices: turned(values, currency, vat),
      extras: values.extras.map((extra) => ({
        ...extra,
        price: turnedText(extra.price, values.withVat, currency, vat),
      })),
    });
  }

  async function save(): Promise<void> {
    setFailure(null);
    if (closesFirst(values, start.calendar)) {
      setFailure(t('forms.closesFirst'));
      return;
    }
    const input = {
      formId: own?._id ?? null,
      fields: fieldsFrom(values, start, kinds, start.calendar),
      base: own === null ? null : fieldsOf({ ...own, counterpartId: start.values.counterpartId }),
      ...(terms === undefined ? {} : { terms }),
      ...(like === null ? {} : { likeId: like._id }),
    };
    const saved = await run(
      () => repository.saveForm(input),
      (error) => {
        setFailure(errorText(error));
        return true;
      },
    );
    if (saved === null) return;
    draft.discard();
    notify.success(t('forms.saved'));
    await navigate(`${hrefs.event(eventId)}#forms`);
  }

  const part: PartProps = { values, set, form };
  const preview = (
    <Suspense>
      <PagePreview begun={start} values={values} terms={terms} />
    </Suspense>
  );
  return (
    <form {...form.formProps}>
      <DraftNotice draft={draft} />
      <div className={classes.layout}>
        <div className={classes.parts}>
          <DetailsFields {...part} own={own} />
          <OptionFields {...part} />
          <FormPart title={t('forms.prices')} hint={t('forms.pricesHint')}>
            <Radio.Group
              label={t('forms.withVat')}
              value={values.withVat ? 'with' : 'without'}
              onChange={(typed) => setWithVat(typed === 'with')}
            >
              <Radio mt="xs" value="with" label={t('forms.withVatOn')} />
              <Radio mt="xs" value="without" label={t('forms.withVatOff')} />
            </Radio.Group>
            <PriceTable {...part} sessions={shown} kinds={kinds} />
          </FormPart>
          <ExtraFields {...part} />
          <AlertFields {...part} />
          <AccessFields {...part} />
          <AskedFields {...part} />
          <QuestionFields {...part} />
          <GuestActFields {...part} />
          <TextFields {...part} />
          <KeepFields {...part} own={own} />
          <TermsField saved={start.form} chosen={terms} onChange={setTerms} />
          <MessageFields {...part} />
        </div>
        {isWide ? (
          <section className={classes.side} aria-labelledby="form-preview">
            <h2 id="form-preview">{t('forms.preview')}</h2>
            <p className={classes.hint}>{t('forms.previewHint')}</p>
            <div className={classes.sideFrame}>{preview}</div>
          </section>
        ) : (
          <Modal
            opened={looks}
            onClose={() => setLooks(false)}
            title={t('forms.preview')}
            fullScreen
            closeButtonProps={{ 'aria-label': t('common.close') }}
          >
            <div className={classes.fullFrame}>{preview}</div>
          </Modal>
        )}
      </div>
      <FormFoot message={bad > 0 ? t('validation.summary', { count: bad }) : failure}>
        {!isWide && (
          <Button
            variant="default"
            data-rare
            title={t('forms.preview')}
            leftSection={<IconEye size={18} aria-hidden />}
            onClick={() => setLooks(true)}
          >
            {t('forms.preview')}
          </Button>
        )}
        {own !== null && <RemoveForm formId={own._id} onGone={draft.discard} />}
        <Button
          variant="default"
          onClick={() => {
            draft.discard();
            void navigate(hrefs.event(eventId));
          }}
        >
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('forms.save')}
        </Button>
      </FormFoot>
    </form>
  );
}
