import type { DeskRegistrationReply, DeskReply } from '#api/deskSchemas.ts';
import { knowsCode, type Offer } from '#domain/commands/desk.ts';
import type { OwnRegistration } from '#domain/commands/ownRegistration.ts';
import { calendarOf } from '#domain/days.ts';
import { PICTURE_ATTACHMENT, type EventDoc } from '#domain/documents/event.ts';
import { termsHolder, type Form, type Price } from '#domain/documents/form.ts';
import type { Session } from '#domain/documents/session.ts';
import { amountsOf } from '#domain/money/vat.ts';

const priced = ({ amount, amountGross }: Pick<Price, 'amount' | 'amountGross'>) =>
  amountGross == null ? { amount } : { amount, amountGross };

/** Only what is offered. */
const publicAmounts = ({ amounts, children }: Form, sessionIds: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(amounts)
      .filter(([sessionId]) => sessionIds.has(sessionId))
      .map(([sessionId, options]) => [
        sessionId,
        Object.fromEntries(
          Object.entries(options).map(([optionId, kinds]) => [
            optionId,
            Object.fromEntries(
              Object.entries(kinds).flatMap(([kind, price]) =>
                price.enabled && (kind === 'adult' || children === true) ? [[kind, priced(price)]] : [],
              ),
            ),
          ]),
        ),
      ]),
  );

const pictureOf = (size: EventDoc['pictureSize'], version: string | undefined) =>
  size == null || version === undefined ? null : { width: size.width, height: size.height, version };

const publicEvent = ({
  title,
  titleFrench,
  company,
  location,
  contact,
  timeZone,
  pictureSize,
  _attachments,
}: EventDoc) => ({
  title,
  titleFrench: titleFrench ?? null,
  company: company ?? null,
  location: location ?? null,
  contact: contact || null,
  timeZone: calendarOf(timeZone).timeZone,
  picture: pictureOf(pictureSize, _attachments?.[PICTURE_ATTACHMENT]?.digest),
});

const whenOf = ({ title, titleFrench, date, timeStart, timeEnd }: Session) => ({
  title,
  titleFrench: titleFrench ?? null,
  date,
  timeStart: timeStart ?? null,
  timeEnd: timeEnd ?? null,
});

/** What anybody may know of a form: field by field, so that none slips in. */
export function publicOffer({ form, counterpart, event, sessions }: Offer): DeskReply {
  const { required, mandatory, messages } = form;
  const { paymentTypes } = event;
  return {
    ...{ ok: true, success: true },
    event: publicEvent(event),
    form: {
      formId: form._id,
      accessId: form.accessId ?? '',
      counterpart,
      language: form.language,
      information: form.information ?? null,
      information2: form.information2 ?? null,
      helpInfo: form.helpInfo ?? null,
      opensAt: form.opensAt ?? null,
      closesAt: form.closesAt ?? null,
      asksCode: !knowsCode(form, ''),
      questions: (form.questions ?? []).map(({ id, kind, label, choices, mandatory, showIf }) => ({
        ...{ id, kind, label, mandatory, choices: choices ?? [] },
        showIf: showIf == null ? null : { questionId: showIf.questionId, is: showIf.is },
      })),
      helpAdminContact: form.helpAdminContact ?? null,
      adminContact: event.adminContact,
      children: form.children === true,
      alerts: (form.alerts ?? []).flatMap(({ value, enabled }) => (enabled ? value : [])),
      required: {
        info: required?.info === true,
        addr: required?.addr === true,
        addrSec: required?.addrSec === true,
        account: required?.account === true,
      },
      mandatory: { addr: mandatory?.addr === true, addrSec: mandatory?.addrSec === true },
      options: form.options.map(({ id, name, clientCount }) => ({ id, name, clientCount })),
      extras: form.extras.flatMap(({ id, name, maxCount, enabled, ...price }) =>
        enabled ? { id, name, maxCount, ...priced(price) } : [],
      ),
      amounts: publicAmounts(form, new Set(sessions.map(({ session }) => session._id))),
      hasTerms: termsHolder(form) !== null,
      keepMonths: form.keepMonths ?? null,
      noticeUrl: form.noticeUrl || null,
      paymentTypes,
      messages: Object.fromEntries(
        paymentTypes.flatMap((type) => (messages?.[type] ? [[type, messages[type]]] : [])),
      ),
    },
    sessions: sessions.map(({ session, left }) => ({ id: session._id, ...whenOf(session), left })),
    currency: form.currency,
    vat: form.vat,
  };
}

/** What guests see of their registration. */
export function publicRegistration({
  consumer,
  event,
  language,
  form,
  guests,
  may,
  papers,
  isEmptied,
}: OwnRegistration): DeskRegistrationReply {
  const { net, vat } = amountsOf(consumer.registration ?? { amount: 0, vat: 0 });
  const options = new Map(form?.options.map(({ id, name }) => [id, name]));
  return {
    ...{ ok: true, success: true },
    consumerId: consumer._id,
    // Nobody is registered any more.
    status: isEmptied ? 'canceled' : consumer.status,
    paymentType: consumer.paymentType,
    language,
    event: publicEvent(event),
    ...{ amount: net, amountVat: vat, currency: consumer.registration?.currency ?? 'chf' },
    account: form?.required?.account === true,
    ...{ may: { ...may }, papers: { ...papers } },
    guests: guests.map(({ client, sessions }) => ({
      number: client.number ?? '',
      forename: client.forename,
      surname: client.surname,
      sessions: sessions.map(({ session, product }) => ({
        id: session._id,
        ...whenOf(session),
        option: options.get(product?.optionId ?? '') ?? null,
        kind: product?.kind ?? null,
      })),
    })),
  };
}
