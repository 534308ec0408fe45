import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, Session } from '#domain/documents/session.ts';
import { exportPlan } from '#domain/planEditor/exchange.ts';
import { toPretix } from '#domain/pretix/export.ts';
import { ok } from '#domain/result.ts';
import { seatOf } from '#domain/seating.ts';
import { useEvent, useLive } from '#hooks/event.tsx';
import { useAction } from '#hooks/useAction.ts';
import { collatorOf, fullName } from '#ui/format.ts';
import { notify } from '#ui/notify.tsx';
import { saveFile } from '#ui/saveFile.ts';
import { useFormat } from '#ui/useFormat.ts';
import type { Paper } from '#pdf/planPdf.ts';
import { planImage, type PictureParts } from '../canvas/planImage.ts';
import type { PlanJob } from './job.ts';
import { listingsOf } from './listings.ts';
import { runJob } from './runJob.ts';

export const PLAN_FILES = ['pdf', 'png', 'foyer', 'pretix'] as const;
export type PlanFile = (typeof PLAN_FILES)[number];
export interface PdfChoice {
  paper: Paper;
  /** With who sits where; the empty plan without. */
  names: boolean;
}
/** How seats are drawn where the plan is shown with its clients. */
export type SeatDrawing = Pick<PictureParts, 'seatLook' | 'seatText'>;

const EXTENSIONS = { pdf: 'pdf', png: 'png', foyer: 'json', pretix: 'json' } as const satisfies Record<
  PlanFile,
  string
>;

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
  const format = useFormat();
  const { repository } = useEvent();
  const event = useLive((store) => store.event());
  const clients = useLive((store) => store.clients());
  const { run } = useAction();
  const cancelWork = useRef<(() => void) | null>(null);
  /** How much is done, 0 to 1; null when nothing is being made. */
  const [share, setShare] = useState<number | null>(null);
  useEffect(() => () => cancelWork.current?.(), []);

  const title = [event === null ? '' : format.title(event), format.title(session)]
    .filter(Boolean)
    .join(' – ');

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
    const loaded = images.map(async ([index, blob]) => [index, await createImageBitmap(blob)] as const);
    return planImage({
      ...{ plan, ...seats },
      background: background === null ? null : await createImageBitmap(background),
      images: new Map(await Promise.all(loaded)),
    });
  }

  function documentOf({ paper, names }: PdfChoice): PlanJob['document'] {
    const now = Date.now();
    const when = [format.date(session.date), format.span(session.timeStart, session.timeEnd)];
    const placed = seats === null ? [] : session.clients.flatMap(({ placement }) => seatOf(placement) ?? []);
    const all = Object.values(plan.state.tables).reduce((sum, table) => sum + table.seats, 0);
    const filled =
      seats === null ? null : t('planExchange.pdf.placed', { placed: placed.length, seats: all });
    const collator = collatorOf(format.language);
    return {
      ...{ title, language: format.language, now, plan, paper },
      subtitle: [...when, event?.location, filled].filter(Boolean).join(' · '),
      aside: format.dateTime(now),
      taken: placed.map(({ tableId, seatIndex }) => `${tableId} ${seatIndex}`),
      tablePlan: names
        ? {
            heading: t('planExchange.pdf.tablePlan'),
            empty: t('planExchange.pdf.empty'),
            tables: listingsOf(plan, session.clients, clients, {
              table: (label) => t('planExchange.pdf.table', { table: label }),
              whole: t('planExchange.pdf.whole'),
              unknown: t('session.unknownClient'),
              name: fullName,
              compare: (a, b) => collator.compare(a, b),
            }),
          }
        : null,
    };
  }

  async function make(kind: PlanFile, choice: PdfChoice): Promise<Blob> {
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
        const { file, cancel } = runJob({ document: documentOf(choice), ...(await pictures()) }, setShare);
        cancelWork.current = cancel;
        return file;
      }
      default:
        return kind satisfies never;
    }
  }

  function cancel(): void {
    cancelWork.current?.();
    cancelWork.current = null;
    setShare(null);
  }
  async function start(kind: PlanFile, choice: PdfChoice): Promise<void> {
    setShare(0);
    await run(async () => {
      const blob = await make(kind, choice);
      const name = `${fileName(`${title} – ${t(`planExchange.name.${kind}`)}`)}.${EXTENSIONS[kind]}`;
      if (await saveFile(blob, name)) {
        notify.success(t('planExchange.done', { name }));
        onSaved();
      }
      return ok(null);
    });
    cancelWork.current = null;
    setShare(null);
  }
  return { share, start, cancel };
}

/** Without what file systems refuse. */
const fileName = (text: string): string =>
  text
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 120);
