import type { NewName } from '#domain/commands/ownRegistration.ts';
import type { DeskRegistrationReply } from '#api/deskSchemas.ts';
import type { Language } from '#domain/config.ts';
import { DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { SENT_AGAIN_WORDS } from '#i18n/sentAgainWords.ts';
import { html, type Html } from '#desk/html.ts';
import { contactOf, layout, titleIn, whenIn, writtenIn } from '#desk/layout.ts';
import { namesPart } from './namesPart.ts';
import { codeOf } from './qrPart.ts';
import { standingPart, type Standing } from './standingPart.ts';

interface DonePage extends Standing {
  token: string;
  /** Why what was asked for was not done. */
  problem: string | null;
  /** Where something else was sent from, which was not taken. */
  formAt?: string | null;
  /** What was sent as names, and not taken. */
  names?: readonly NewName[] | null;
}

/** The guest's own registration: that it is there, its numbers, and the codes for the door. */
export function donePage(
  own: DeskRegistrationReply,
  timeZone: string,
  { token, problem, formAt = null, names = null, ...standing }: DonePage,
): Html {
  const { language, event, guests } = own;
  const at = `/desk/registrations/${token}`;
  const w = DESK_WORDS[language];
  const body = html`${problem !== null && html`<p class="card bad" role="alert">${problem}</p>`}
  ${formAt !== null && notTaken(formAt, language)} ${standingPart({ own, at, timeZone, ...standing })}
  ${guests.map((guest) => guestPart(guest, own, { timeZone, formLanguage: standing.formLanguage }))}
  ${own.may.names && namesPart(own, at, names)}
  ${
    own.may.cancel &&
    html`<details class="card">
      <summary>${w.cancel}</summary>
      <form method="post" action="${at}">
        <p>${w.cancelHint}</p>
        <p><button name="act" value="cancel">${w.cancelNow}</button></p>
      </form>
    </details>`
  }
  ${event.contact !== null && html`<p class="soft">${w.askOrganiser} ${event.company && `${event.company}, `}${contactOf(event.contact)}</p>`}`;
  return layout({ language, title: titleIn(event, language), location: event.location, body });
}

/** The number of a guest with its code, and the sessions. */
function guestPart(
  { number, forename, surname, sessions }: DeskRegistrationReply['guests'][number],
  { language, status }: DeskRegistrationReply,
  { timeZone, formLanguage }: { timeZone: string; formLanguage: Language },
): Html {
  const w = DESK_WORDS[language];
  const name = `${forename} ${surname}`;
  return html`<section class="card">
    <h2>${name}</h2>
    <p>${w.number} <strong>${number}</strong></p>
    ${status !== 'canceled' && number !== '' && codeOf(number, fill(w.code, { name }))}
    ${sessions.map(
      (session) =>
        html`<p>
          ${titleIn(session, language)}${session.option !== null && html` · ${writtenIn(session.option, formLanguage, language)}`}${
            session.kind === 'child' && ` (${w.child})`
          }<br /><small>${whenIn(session, language, timeZone)}</small>
        </p>`,
    )}
  </section>`;
}

/** Told before everything else: who has changed something is sure that it counts. */
function notTaken(formAt: string, language: Language): Html {
  const w = SENT_AGAIN_WORDS[language];
  return html`<div class="card bad" role="alert">
    <h2>${w.notTaken}</h2>
    <p>${w.notTakenHint}</p>
    <p><a href="/desk/${formAt}?lang=${language}">${w.anew}</a></p>
  </div>`;
}

/** Where there is no registration. */
export const gonePage = (language: Language): Html => {
  const w = DESK_WORDS[language];
  return layout({ language, title: w.gone, body: html`<p class="card">${w.goneHint}</p>` });
};
