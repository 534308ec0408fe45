import type { DeskRegistrationReply } from '#api/deskSchemas.ts';
import { isGuestName } from '#domain/desk/submission.ts';
import { withoutUnseen } from '#domain/text/unseen.ts';
import { DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { invalid, placeOf, problemAt } from '#desk/fields.ts';
import { html, type Html } from '#desk/html.ts';

/** A guest's name as it was sent, by the guest's number. */
export interface WrittenName {
  number: string;
  forename: string;
  surname: string;
}
const PARTS = ['forename', 'surname'] as const;

export function namesOf(fields: URLSearchParams): WrittenName[] {
  const names: WrittenName[] = [];
  for (const [name, number] of fields) {
    const index = /^n(\d+)$/.exec(name)?.[1];
    if (index === undefined) continue;
    const of = (part: string): string => withoutUnseen(fields.get(`${part}${index}`) ?? '').trim();
    names.push({ number, forename: of('forename'), surname: of('surname') });
  }
  return names;
}

/** Names that can be written anew; numbers and codes stay. What was sent and not taken stands there once more, with what is wrong. */
export function namesPart(
  { language, guests }: DeskRegistrationReply,
  at: string,
  written: readonly WrittenName[] | null,
): Html {
  const w = DESK_WORDS[language];
  const shown = guests.map((guest) => written?.find(({ number }) => number === guest.number) ?? guest);
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
