import { ACCOUNT_WORDS } from '#i18n/accountWords.ts';
import { LANGUAGES, type Language } from '#domain/config.ts';
import { calendarOf } from '#domain/days.ts';
import { html, type Html } from '#desk/html.ts';
import { layout, titleIn, whenIn } from '#desk/layout.ts';
import { publicRegistration } from '#desk/publicly.ts';
import { guestPath } from '../customers/guestLink.ts';
import type { OwnAccount } from './accounts.ts';

export interface LoginPage {
  language: Language;
  email?: string;
  problem?: string | null;
  /** Where a password is asked for; null where no mail can have a link. */
  passwordPath: string | null;
}

const otherOf = (language: Language): Language => LANGUAGES.find((one) => one !== language) ?? language;

/** Where guests log in to their own accounts. */
export function loginPage({ language, email = '', problem = null, passwordPath }: LoginPage): Html {
  const w = ACCOUNT_WORDS[language];
  const other = otherOf(language);
  const told = html`${problem !== null && html`<p class="card bad" role="alert" id="problem">${problem}</p>`}`;
  const body = html`${told}
    <form method="post" class="card">
      <input type="hidden" name="lang" value="${language}" />
      <p>
        <label
          >${w.email}<input
            type="email"
            name="email"
            value="${email}"
            autocomplete="username"
            maxlength="200"
            required
        /></label>
      </p>
      <p>
        <label
          >${w.current}<input
            type="password"
            name="password"
            autocomplete="current-password"
            maxlength="200"
            required
        /></label>
      </p>
      <p><button class="main">${w.logIn}</button></p>
      ${passwordPath !== null && html`<p class="row"><a href="${passwordPath}?lang=${language}">${w.forgot}</a></p>`}
    </form>`;
  return layout({
    ...{ language, title: w.account, body },
    other: { href: `/desk/login?lang=${other}`, language: other },
  });
}

/** All that a guest's account shows, each registration with the way to it. */
export function accountPage(
  { email, isProven, registrations }: OwnAccount,
  token: string,
  language: Language,
): Html {
  const w = ACCOUNT_WORDS[language];
  const other = otherOf(language);
  const body = html`${!isProven && html`<p class="card alert">${w.unproven}</p>`}
    <h2>${w.registrations}</h2>
    ${registrations.length === 0 && html`<p class="card">${w.none}</p>`}
    ${registrations.map(({ token: own, own: registration }) => {
      const shown = publicRegistration(registration);
      const { timeZone } = calendarOf(registration.event.timeZone);
      const sessions = new Map(shown.guests.flatMap(({ sessions: all }) => all.map((one) => [one.id, one])));
      const names = shown.guests.map(({ forename, surname }) => `${forename} ${surname}`);
      return html`<section class="card">
        <h3>
          <a href="${guestPath(own)}">${titleIn(shown.event, language)}</a>
        </h3>
        ${shown.status === 'canceled' && html`<p><strong>${w.canceled}</strong></p>`}
        <p>${names.join(', ')}</p>
        ${[...sessions.values()].map(
          (session) =>
            html`<p>
              <small>${titleIn(session, language)} · ${whenIn(session, language, timeZone)}</small>
            </p>`,
        )}
      </section>`;
    })}
    <form method="post">
      <input type="hidden" name="lang" value="${language}" />
      <p><button name="act" value="leave">${w.logOut}</button></p>
    </form>`;
  return layout({
    ...{ language, title: w.account, location: email, body },
    other: { href: `/desk/account/${token}?lang=${other}`, language: other },
  });
}
