import type { Currency, Language } from '#domain/config.ts';
import { DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { LOCALES } from '#i18n/language.ts';
import { html, type Html } from '#desk/html.ts';
import { layout } from '#desk/layout.ts';

/** Leads on to the provider's page. A button and no link: whoever only follows links, such as a mail's scanner, opens nothing. */
export const payButton = (at: string, words: string, isMain = true): Html =>
  html`<form method="post" action="${at}/pay" target="_top">
    <button ${isMain && html`class="main"`}>${words}</button>
  </form>`;

interface Owed {
  language: Language;
  title: string;
  token: string;
  /** Cents. */
  open: number;
  currency: Currency;
}

/** What is still to pay, and the way on. */
export function payPage({ language, title, token, open, currency }: Owed): Html {
  const w = DESK_WORDS[language];
  const at = `/desk/registrations/${token}`;
  const money = new Intl.NumberFormat(LOCALES[language], {
    ...{ style: 'currency', currency: currency.toUpperCase() },
  });
  const body = html`<div class="card">
      <p class="sum">${fill(w.openSum, { amount: money.format(open / 100) })}</p>
      ${payButton(at, w.payNow)}
    </div>
    <p><a href="${at}">${w.back}</a></p>`;
  return layout({ language, title, body });
}

/** The provider takes no sum as small, or as large, as is open: no other try helps. */
export function otherWayPage(language: Language, token: string): Html {
  const w = DESK_WORDS[language];
  const body = html`<div class="card" role="alert"><p>${w.cardSumAsk}</p></div>
    <p><a href="/desk/registrations/${token}">${w.back}</a></p>`;
  return layout({ language, title: w.cardSum, body });
}

/** The provider's page cannot be had just now. */
export function laterPage(language: Language, token: string): Html {
  const w = DESK_WORDS[language];
  const at = `/desk/registrations/${token}`;
  const body = html`<div class="card" role="alert">
    <p>${w.payLaterHint}</p>
    <div class="row">${payButton(at, w.tryAgain, false)} <a href="${at}">${w.back}</a></div>
  </div>`;
  return layout({ language, title: w.payLater, body });
}
