import { DESK_WORDS } from '#i18n/deskWords.ts';
import { LOCALES } from '#i18n/language.ts';
import { SENT_AGAIN_WORDS } from '#i18n/sentAgainWords.ts';
import { titleIn } from './layout.ts';
import { PAGE_DATA, type PageData } from './scriptData.ts';
import type { PlacesLeft } from './short.ts';
import type { FormPage } from './shown.ts';
import { Html, html } from './html.ts';

/** What the script needs to know, as data that no browser runs. */
export function pageData({ offer, language, isFresh }: FormPage): Html {
  const { form, sessions, vat, currency } = offer;
  const { sum, sumVat, free, tooFew_one, tooFew_other, noneLeft, extraCount, ...w } = DESK_WORDS[language];
  const { fillIn, tick, emailWrong } = w;
  const { noNetwork, noNetworkNow, proving, busy, later, draftBack, draftClear } = w;
  const { sentBefore, own, anew } = SENT_AGAIN_WORDS[language];
  const data: PageData = {
    ...{ accessId: form.accessId, language, locale: LOCALES[language], currency, fresh: isFresh },
    priced: { vat, options: form.options, extras: form.extras.map(offered), amounts: amountsOf(form) },
    sessionIds: sessions.map(({ id }) => id),
    questions: form.questions,
    places: placesIn(offer, language),
    words: {
      ...{ sum, sumVat, free, tooFew_one, tooFew_other, noneLeft, extraCount },
      ...{ fillIn, tick, emailWrong },
      ...{ noNetwork, noNetworkNow, proving, busy, later, draftBack, draftClear },
      ...{ sentBefore, own, anew },
    },
  };
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return html`<script type="application/json" id="${PAGE_DATA}">
    ${new Html(json)}
  </script>`;
}

export const placesIn = ({ sessions }: FormPage['offer'], language: FormPage['language']): PlacesLeft =>
  Object.fromEntries(
    sessions.flatMap((session) =>
      session.left === null ? [] : [[session.id, { title: titleIn(session, language), left: session.left }]],
    ),
  );

const offered = <P extends object>(price: P) => ({ ...price, enabled: true });

const amountsOf = ({ amounts }: FormPage['offer']['form']): PageData['priced']['amounts'] =>
  Object.fromEntries(
    Object.entries(amounts).map(([sessionId, options]) => [
      sessionId,
      Object.fromEntries(
        Object.entries(options).map(([optionId, { adult, child }]) => [
          optionId,
          { ...(adult && { adult: offered(adult) }), ...(child && { child: offered(child) }) },
        ]),
      ),
    ]),
  );
