import { useTranslation } from 'react-i18next';
import type { Plan, Session } from '#domain/documents/session.ts';
import { exportPlan } from '#domain/plan/editor/exchange.ts';
import { toPretix } from '#domain/plan/pretix/export.ts';
import { seatOf } from '#domain/sessions/seating.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useRemark } from '#hooks/door/remarks.ts';
import { useFileMaking, useFullTitle, type InWorker } from '#hooks/files/fileMaking.ts';
import { fileName } from '#domain/text/fileName.ts';
import { collatorOf, fullName } from '#ui/words/format.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import type { FileJob } from '#pdf/fileJob.ts';
import type { Paper } from '#pdf/planPdf.ts';
import type { CardPaper } from '#pdf/tableCards.ts';
import { planImage, type PictureParts } from '../canvas/planImage.ts';
import { cardsOf, listingsOf, signsOf, type ListingWords } from './listings.ts';

export const PLAN_FILES = ['pdf', 'tables', 'cards', 'signs', 'png', 'foyer', 'pretix'] as const;
export type PlanFile = (typeof PLAN_FILES)[number];
export interface PdfChoice {
  paper: Paper;
  /** With who sits where; the empty plan without. */
  names: boolean;
  cards: { paper: CardPaper; folded: boolean };
  signs: { paper: CardPaper; names: boolean };
}
/** How seats are drawn where the plan is shown with its clients. */
export type SeatDrawing = Pick<PictureParts, 'seatLook' | 'seatText'>;

const EXTENSIONS = {
  pdf: 'pdf',
  tables: 'pdf',
  cards: 'pdf',
  signs: 'pdf',
  png: 'png',
  foyer: 'json',
  pretix: 'json',
} as const satisfies Record<PlanFile, string>;

type PlanJob = Extract<FileJob, { kind: 'planPdf' }>;

interface ExportTask {
  session: Session;
  plan: Plan;
  /** Null for the plan without its clients. */
  seats: SeatDrawing | null;
  onSaved: () => void;
}

/** Makes a file of the plan and saves it. */
export function useExportPlan({ session, plan, seats, onSaved }: ExportTask) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { repository } = useEvent();
  const event = useLive((store) => store.event());
  const clients = useLive((store) => store.clients());
  const remark = useRemark(false);
  const { share, cancel, start } = useFileMaking();
  const title = useFullTitle(session);

  async function pictures(): Promise<Pick<PlanJob, 'background' | 'images'>> {
    const used = new Set(Object.values(plan.state.tables).flatMap(({ image }) => image?.fileIndex ?? []));
    const images = await Promise.all(
      [...used].map(async (index) => [index, await repository.planPicture(session._id, index)] as const),
    );
    return {
      background: await repository.planBackground(session._id),
      images: images.flatMap(([index, blob]) => (blob === null ? [] : [[index, blob] as const])),
    };
  }

  async function png(): Promise<Blob> {
    const { background, images } = await pictures();
    // A file that the browser cannot read is left out, as on the screen.
    const bitmap = (blob: Blob) => createImageBitmap(blob).catch(() => null);
    const loaded = await Promise.all(
      images.map(async ([index, blob]) => ({ index, image: await bitmap(blob) })),
    );
    return planImage({
      ...{ plan, ...seats },
      background: background === null ? null : await bitmap(background),
      images: new Map(
        loaded.flatMap(({ index, image }) => (image === null ? [] : [[index, image] as const])),
      ),
    });
  }

  const collator = collatorOf(format.language);
  const words: ListingWords = {
    table: (label) => t('planExchange.pdf.table', { table: label }),
    row: (label) => t('seating.rowTitle', { table: label }),
    whole: { table: t('planExchange.pdf.whole'), row: t('planExchange.pdf.wholeRow') },
    unknown: t('session.unknownClient'),
    name: fullName,
    compare: (a, b) => collator.compare(a, b),
  };
  const details = () => ({ title, language: format.language, now: Date.now() });

  function documentOf(
    { paper, names }: Pick<PdfChoice, 'paper' | 'names'>,
    said: ListingWords = words,
  ): PlanJob['document'] {
    const now = Date.now();
    const when = [format.date(session.date), format.span(session.timeStart, session.timeEnd)];
    const placed = seats === null ? [] : session.clients.flatMap(({ placement }) => seatOf(placement) ?? []);
    const all = Object.values(plan.state.tables).reduce((sum, table) => sum + table.seats, 0);
    const filled =
      seats === null ? null : t('planExchange.pdf.placed', { placed: placed.length, seats: all });
    return {
      ...{ title, language: format.language, now, plan, paper },
      subtitle: [...when, event?.location, filled].filter(Boolean).join(' · '),
      aside: format.dateTime(now),
      taken: placed.map(({ tableId, seatIndex }) => `${tableId} ${seatIndex}`),
      tablePlan: names
        ? {
            heading: t('planExchange.pdf.tablePlan'),
            empty: t('planExchange.pdf.empty'),
            tables: listingsOf(plan, session.clients, clients, said),
          }
        : null,
    };
  }

  async function make(kind: PlanFile, choice: PdfChoice, inWorker: InWorker): Promise<Blob> {
    switch (kind) {
      case 'foyer':
        return new Blob([exportPlan(plan)], { type: 'application/json' });
      case 'pretix':
        return new Blob([`${JSON.stringify(toPretix(plan, title), null, 2)}\n`], {
          type: 'application/json',
        });
      case 'png':
        return png();
      case 'pdf': {
        return inWorker({ kind: 'planPdf', document: documentOf(choice), ...(await pictures()) });
      }
      case 'tables': {
        // Not on the plan's own pages: those hang at the door for all to read.
        const document = documentOf({ paper: choice.paper, names: true }, { ...words, remark });
        return inWorker({
          ...{ kind: 'planPdf', background: null, images: [] },
          document: { ...document, listOnly: true },
        });
      }
      case 'cards': {
        // That somebody has no seat of their own is nothing for a card.
        const placed = listingsOf(plan, session.clients, clients, {
          ...words,
          whole: { table: '', row: '' },
        });
        return inWorker({
          kind: 'cardsPdf',
          document: { ...details(), ...choice.cards, cards: cardsOf(placed) },
        });
      }
      case 'signs': {
        const placed = choice.signs.names ? listingsOf(plan, session.clients, clients, words) : [];
        const word = { table: words.table('').trim(), row: words.row('').trim() };
        const signs = signsOf(plan, placed, { ...words, word });
        return inWorker({
          kind: 'signsPdf',
          document: { ...details(), paper: choice.signs.paper, signs },
        });
      }
      default:
        return kind satisfies never;
    }
  }

  return {
    share,
    cancel,
    start: (kind: PlanFile, choice: PdfChoice): Promise<void> =>
      start({
        async make(inWorker) {
          const name = `${fileName(title, t(`planExchange.name.${kind}`))}.${EXTENSIONS[kind]}`;
          return { blob: await make(kind, choice, inWorker), name };
        },
        done: (name) => t('planExchange.done', { name }),
        onSaved,
      }),
  };
}
