import { useTranslation } from 'react-i18next';
import { dayOfText } from '#domain/days.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Form, Question } from '#domain/documents/form.ts';
import { amountsOf } from '#domain/money/vat.ts';
import { numberOf, standingPaper } from '#domain/money/invoice.ts';
import { shownRate } from '#domain/money/rate.ts';
import { useEventTime } from '#hooks/data/calendar.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';
import { DetailList } from '#ui/components/DetailList.tsx';
import { Section } from '#ui/components/Page.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import classes from './ClientPage.module.css';
import { Downloads } from './Downloads.tsx';
import { Invoices } from './Invoices.tsx';
import { PersonalData } from './PersonalData.tsx';
import type { TabProps } from './tabProps.ts';

/** The registration and billing record (specification 1 §2, Consumer tab). */
export function ConsumerTab({ client, consumer }: TabProps) {
  const { t } = useTranslation();
  const canEdit = useCan('member');
  return (
    <>
      {consumer === null ? (
        <Nothing framed>{t('client_display.noConsumer')}</Nothing>
      ) : (
        <Record consumer={consumer} />
      )}
      {canEdit && consumer !== null && <Invoices consumer={consumer} />}
      {canEdit && client.erasedAt == null && <Downloads client={client} consumer={consumer} />}
      {canEdit && <PersonalData client={client} consumer={consumer} />}
    </>
  );
}

function Record({ consumer }: { consumer: Consumer }) {
  const { t } = useTranslation();
  const format = useFormat();
  const event = useLive((store) => store.event());
  const forms = useLive((store) => store.documents('form'));
  const { registration, person } = consumer;
  const timeOf = useEventTime();
  const currency = registration?.currency ?? 'chf';
  const date = registration?.date ?? consumer.date;
  const billing = addressText(consumer.address);
  const name = [person?.forename, person?.surname].filter(Boolean).join(' ');
  // Both places are the specification's; ours is the registration (1 §3, 2 §3).
  const signature: unknown = registration?.signature || consumer.signature;
  const formId = registration?.formId || (typeof consumer.form === 'string' ? consumer.form : '');
  return (
    <Section title={t('client_display.tabs.consumer')}>
      <DetailList
        items={[
          { label: t('client_display.date'), value: date == null ? null : timeOf(date) },
          {
            label: t('client_display.amount'),
            value: registration && <span data-numeric>{format.money(registration.amount, currency)}</span>,
          },
          {
            label: t('client_display.amountVat'),
            value: registration && (
              <span data-numeric>{format.money(amountsOf(registration).total, currency)}</span>
            ),
          },
          { label: t('client_display.rate'), value: registration && <Rate registration={registration} /> },
          {
            label: t('client_display.person'),
            value: [
              person?.title ? t(`titles.${person.title}`) : '',
              name,
              person?.company,
              person?.email,
              person?.phone,
            ]
              .filter(Boolean)
              .join('\n'),
          },
          {
            label: t('client_display.invoiceId'),
            value:
              standingPaper(consumer)?.kind === 'credit'
                ? t('client_display.numberTakenBack', { number: numberOf(consumer, event?.invoicePrefix) })
                : numberOf(consumer, event?.invoicePrefix),
          },
          { label: t('client_display.billingAddress'), value: billing },
          {
            label: t('client_display.postalAddress'),
            value: addressText(consumer.addressSec) || (billing && t('client_display.sameAddress')),
          },
          ...answered(forms.get(formId), registration?.answers, ({ kind }, answer) => {
            const day = kind === 'date' ? dayOfText(answer) : null;
            return kind === 'consent' ? t('common.yes') : day === null ? answer : format.day(day);
          }),
          { label: t('client_display.form'), value: forms.get(formId)?.name },
          {
            label: t('client_display.signature'),
            value: isImage(signature) ? (
              <img
                src={signature}
                alt={t('client_display.signatureAlt', { name })}
                className={classes.signature}
              />
            ) : null,
          },
        ]}
      />
    </Section>
  );
}

/** The answers to the form's own questions, as they were asked. */
const answered = (
  form: Form | undefined,
  answers: Record<string, string> | null | undefined,
  said: (question: Question, answer: string) => string,
) =>
  (form?.questions ?? []).flatMap((question) => {
    const answer = answers?.[question.id];
    return answer === undefined ? [] : [{ label: question.label, value: said(question, answer) }];
  });

/** The percentage to pay; a partial one as its reduction (readings, no. 14). */
function Rate({ registration }: { registration: NonNullable<Consumer['registration']> }) {
  const { t } = useTranslation();
  const { kind, percent } = shownRate(registration.rate);
  const words =
    kind === 'full'
      ? t('client_display.rateFull')
      : kind === 'free'
        ? t('client_display.ratePercent', { rate: percent })
        : t('client_display.rateReduction', { percent });
  return <>{[words, registration.rateName].filter(Boolean).join(' · ')}</>;
}

/** Only pictures that are in the document itself. */
const isImage = (value: unknown): value is string =>
  typeof value === 'string' && /^data:image\/(png|jpeg|svg\+xml|webp);/.test(value);

function addressText(address: Consumer['address']): string {
  if (address == null) return '';
  const town = [address.zip, address.city].filter(Boolean).join(' ');
  return [address.name, address.street, town, address.country].filter(Boolean).join('\n');
}
