import type { DeskRegistrationReply } from '#api/deskSchemas.ts';
import { nameAfter, type NewName } from '#domain/commands/ownRegistration.ts';
import { isGuestName } from '#domain/desk/submission.ts';
import { withoutUnseen } from '#domain/text/unseen.ts';
import { DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { invalid, placeOf, problemAt } from '#desk/fields.ts';
import { html, type Html } from '#desk/html.ts';

const PARTS = ['forename', 'surname'] as const;

export function namesOf(fields: URLSearchParams): NewName[] {
  const names: NewName[] = [];
  for (const [name, number] of fields) {
    const index = /^n(\d+)$/.exec(name)?.[1];
    if (index === undefined) continue;
    const of = (part: string): string => withoutUnseen(fields.get(`${part}${index}`) ?? '').trim();
    const isKnown = PARTS.every((part) => fields.has(`was.${part}${index}`));
    const was = isKnown ? { forename: of('was.forename'), surname: of('was.surname') } : undefined;
    names.push({ number, forename: of('forename'), surname: of('surname'), was });
  }
  return names;
}

/** Names that can be written anew; numbers and codes stay. What was sent and not taken stands there once more, with what is wrong. */
export function namesPart(
  { language, guests }: DeskRegistrationReply,
  at: string,
  written: readonly NewName[] | null,
): Html {
  const w = DESK_WORDS[language];
  const shown = guests.map((guest) => {
    const sent = written?.find(({ number }) => number === guest.number);
    return { ...guest, ...(sent === undefined ? {} : nameAfter(sent, guest)), was: guest };
  });
  const wrong = shown.flatMap((guest, index) =>
    PARTS.filter((part) => written !== null && !isGuestName(guest[part])).map((part) => `${part}${index}`),
  );
  const judged = {
    problems: wrong.map((field) => ({
      field,
      text: `${w[field.startsWith('fore') ? 'forename' : 'surname']} ${w.invalid}.`,
    })),
  };
  return html`<details class="card" ${written !== null && html`open`}>
    <summary>${w.changeNames}</summary>
    <form method="post" action="${at}">
      <p class="soft">${w.changeNamesHint}</p>
      ${shown.map(
        (guest, index) =>
          html`<fieldset class="session">
            <legend>${fill(w.guestN, { n: index + 1 })}</legend>
            <div class="pair">
              <input type="hidden" name="n${index}" value="${guest.number}" />
              ${PARTS.map((part) => html`<input type="hidden" name="was.${part}${index}" value="${guest.was[part]}" />`)}
              ${PARTS.map((part) => {
                const name = `${part}${index}`;
                return html`<label
                  >${w[part]}<input
                    id="${placeOf(name)}"
                    type="text"
                    name="${name}"
                    value="${guest[part]}"
                    maxlength="200"
                    autocomplete="off"
                    required
                    ${invalid(judged, name)}
                    ${name === wrong[0] && html`autofocus`}
                  />${problemAt(judged, name)}</label
                >`;
              })}
            </div>
          </fieldset>`,
      )}
      <p><button name="act" value="names">${w.saveNames}</button></p>
    </form>
  </details>`;
}
