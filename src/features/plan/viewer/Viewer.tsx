import { ActionIcon, Button, Drawer, NativeSelect, SegmentedControl } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronUp,
  IconDownload,
  IconEdit,
  IconLayoutSidebarRightCollapse,
  IconLayoutSidebarRightExpand,
  IconUsers,
  IconWand,
} from '@tabler/icons-react';
import { memo, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, Session } from '#domain/documents/session.ts';
import { proposeSeats, type SeatProposal } from '#domain/clients/parties.ts';
import { fillingPercent } from '#domain/sessions/seating.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';
import { ActionMenu, type ActionItem } from '#ui/components/ActionMenu.tsx';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import type { PlanCanvasHandle } from '../canvas/types.ts';
import { useEscape } from '../canvas/useEscape.ts';
import { useLarge } from '../canvas/useLarge.ts';
import { ExportPlanDialog } from '../exchange/ExportPlanDialog.tsx';
import { DragGhost } from './DragGhost.tsx';
import { FocusCard } from './FocusCard.tsx';
import { GuestPanel } from './GuestPanel.tsx';
import { Legend } from './Legend.tsx';
import { PlanFace } from './PlanFace.tsx';
import classes from './Plan.module.css';
import { Prompt } from './Prompt.tsx';
import { Strips } from './Strips.tsx';
import { TableList } from './TableList.tsx';
import { useGuestDrag } from './useGuestDrag.ts';
import { useNames } from './useNames.ts';
import { useSeating, type SeatingDesk } from './useSeating.ts';
import { usePressed } from './usePressed.ts';
import { COLOUR_BY, useSeatColours, type ColourBy } from './useSeatColours.ts';
import { useSeatLooks } from './useSeatLooks.ts';

type View = 'viewPlan' | 'viewList';
const VIEWS: readonly View[] = ['viewPlan', 'viewList'];
const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

export function Viewer({ session, plan }: { session: Session; plan: Plan }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const clients = useLive((store) => store.clients());
  const isMember = useCan('member');
  const isArchived = session.status === 'archived';
  const canEdit = isMember && !isArchived;
  const names = useNames(session);
  const desk = useSeating(session, names, canEdit);
  const [view, setView] = useState<View>('viewPlan');
  const [exporting, setExporting] = useState(false);
  const [proposal, setProposal] = useState<SeatProposal | null>(null);
  const looks = useSeatLooks(desk, proposal);
  const [colourBy, setColourBy] = useState<ColourBy>('state');
  const colours = useSeatColours(desk, colourBy);
  const main = useRef<HTMLDivElement>(null);
  const isCarrying = desk.carry !== null || desk.offer !== null;
  // On a phone the list is below the plan: whoever was picked there is put down here.
  useEffect(() => {
    const face = main.current;
    if (!isCarrying || window.innerWidth >= 700 || face === null) return;
    // Whoever was picked up in the midst of a long list of tables is put down from there.
    const { top, bottom } = face.getBoundingClientRect();
    if (view === 'viewList' && top < window.innerHeight / 2 && bottom > window.innerHeight / 2) return;
    face.scrollIntoView({ block: 'start' });
  }, [isCarrying, view]);
  const [isFolded, setFolded] = useState(false);
  const layout = useRef<HTMLDivElement>(null);
  const isPressed = usePressed(layout);
  const canvas = useRef<PlanCanvasHandle>(null);
  const card = useRef<HTMLElement>(null);
  const dragging = useGuestDrag(desk, plan, canvas);
  const isPhone = useMediaQuery('(max-width: 43.7em)', false, { getInitialValueInEffect: false });
  const [isSheet, setSheet] = useState(false);
  const { isLarge, set: setLarge } = useLarge(layout);
  useHotkeys([['mod+Z', () => void desk.undo()]]);
  useEscape(() => {
    // First what is being done, then the view.
    if (isLarge && !isCarrying && desk.focus === null) setLarge(false);
    else desk.stop();
  });
  const tools = (
    <>
      {!isPhone && (
        <Tool label={t(isFolded ? 'seating.unfold' : 'seating.fold')} onClick={() => setFolded(!isFolded)}>
          {isFolded ? (
            <IconLayoutSidebarRightExpand {...icon} />
          ) : (
            <IconLayoutSidebarRightCollapse {...icon} />
          )}
        </Tool>
      )}
      <Tool label={t(isLarge ? 'seating.small' : 'seating.large')} onClick={() => setLarge(!isLarge)}>
        {isLarge ? <IconArrowsMinimize {...icon} /> : <IconArrowsMaximize {...icon} />}
      </Tool>
    </>
  );

  function propose(): void {
    const next = proposeSeats(session, clients);
    if (next.moves.length === 0) notify.info(t('seating.proposalNone'), 'proposal-none');
    else setProposal(next);
  }
  async function accept({ moves }: SeatProposal): Promise<void> {
    await desk.commit(t('seating.didPropose', { count: moves.length }), moves);
    // Refused as a whole when somebody changed a place meanwhile: the next proposal knows of it.
    setProposal(null);
  }
  const items: ActionItem[] = [
    {
      ...{ id: 'export', title: t('planExchange.exportPlan'), icon: <IconDownload {...icon} /> },
      onSelect: () => setExporting(true),
    },
  ];
  if (canEdit) {
    items.unshift({
      ...{ id: 'auto', title: t('seating.propose'), icon: <IconWand {...icon} />, onSelect: propose },
    });
    items.push({
      ...{ id: 'edit', title: t('seating.editPlan'), icon: <IconEdit {...icon} /> },
      to: hrefs.planEdit(id, session._id),
    });
  }

  const strips = (
    <Strips
      {...{ desk, proposal, frozen: isPressed }}
      onAccept={(accepted) => void accept(accepted)}
      onDiscard={() => setProposal(null)}
    />
  );

  return (
    <Page
      wide="plan"
      title={t('session.plan')}
      back={{ to: hrefs.session(id, session._id), label: format.title(session) }}
      subtitle={
        <>
          <strong data-paper-only>{format.title(session)}</strong>
          <Figures desk={desk} frozen={isPressed} />
        </>
      }
      actions={
        <>
          <SegmentedControl
            aria-label={t('seating.view')}
            value={view}
            onChange={(next) => setView(VIEWS.find((one) => one === next) ?? 'viewPlan')}
            data={VIEWS.map((value) => ({ value, label: t(`seating.${value}`) }))}
          />
          {canEdit && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp {...icon} />}
              disabled={desk.done === null || desk.busy}
              title={
                desk.done === null ? t('seating.saved') : t('seating.undoOf', { label: desk.done.label })
              }
              onClick={() => void desk.undo()}
            >
              {t('seating.undo')}
            </Button>
          )}
          <ActionMenu items={items} />
        </>
      }
    >
      {!canEdit && <p className={classes.note}>{t(isArchived ? 'seating.archived' : 'seating.readOnly')}</p>}
      <div
        ref={layout}
        className={classes.layout}
        data-view={view}
        data-carrying={
          !isCarrying ? undefined : desk.focus?.kind === 'table' && desk.focus.isTarget ? 'target' : true
        }
        data-large={(isLarge && view === 'viewPlan') || undefined}
        data-folded={(isFolded && view === 'viewPlan') || undefined}
      >
        <div ref={main} className={classes.main}>
          <Prompt desk={desk} />
          {view === 'viewList' && strips}
          {view === 'viewPlan' ? (
            <>
              <div className={classes.room}>
                {strips}
                <PlanFace
                  {...{ desk, session, plan, looks, tools, canvas, card, colours }}
                  dropping={dragging.drag}
                />
              </div>
              <div className={classes.below}>
                <NativeSelect
                  aria-label={t('seating.colourBy')}
                  size="xs"
                  value={colourBy}
                  data={COLOUR_BY.filter((one) => one !== 'status' || isMember).map((value) => ({
                    value,
                    label: t(`seating.colour.${value}`),
                  }))}
                  onChange={({ currentTarget }) =>
                    setColourBy(COLOUR_BY.find((one) => one === currentTarget.value) ?? 'state')
                  }
                />
                <Legend colours={colours} />
              </div>
            </>
          ) : (
            <TableList desk={desk} />
          )}
        </div>
        <div className={classes.side} data-screen-only>
          <FocusCard ref={card} desk={desk} />
          {isPhone ? (
            <Button
              className={classes.sheetButton}
              size="md"
              leftSection={<IconUsers {...icon} />}
              rightSection={<IconChevronUp {...icon} />}
              onClick={() => setSheet(true)}
            >
              {t('seating.guestSheet')}
            </Button>
          ) : (
            <GuestPanel desk={desk} dragging={view === 'viewPlan' ? dragging : null} />
          )}
        </div>
      </div>
      <Drawer
        opened={isPhone && isSheet}
        onClose={() => setSheet(false)}
        position="bottom"
        size="82dvh"
        title={t('seating.clients')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        classNames={{ body: classes.sheet, content: classes.sheetContent }}
      >
        <GuestPanel desk={desk} dragging={null} onPicked={() => setSheet(false)} />
      </Drawer>
      {dragging.drag !== null && <DragGhost desk={desk} drag={dragging.drag} />}
      {exporting && (
        <ExportPlanDialog
          {...{ session, plan }}
          seats={looks}
          // Lists of clients and whole plans are for members (specification 2 §6).
          limited={!isMember}
          onClose={() => setExporting(false)}
        />
      )}
    </Page>
  );
}

function Tool({ label, ...rest }: { label: string; onClick: () => void; children: ReactNode }) {
  return <ActionIcon size={40} variant="default" aria-label={label} title={label} {...rest} />;
}

/** Filling rate (PLAN-27) and who has arrived; a line more would move the plan, so it waits for the finger. */
const Figures = memo(FiguresNow, (_before: FiguresProps, { frozen }) => frozen);

interface FiguresProps {
  desk: SeatingDesk;
  frozen: boolean;
}

function FiguresNow({ desk: { session, seating, names } }: FiguresProps) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const counts = useLive((store) => store.counts(session._id));
  const { placed, seats, overfull } = seating;
  const words = { placed, seats, count: placed };
  const places = new Intl.ListFormat(i18n.language).format(overfull.map((tableId) => names.title(tableId)));
  return (
    <>
      <span data-numeric>
        {t(placed > seats ? 'seating.rateOver' : 'seating.rate', words)} (
        {format.percent(fillingPercent(seating) / 100)})
      </span>
      <span data-numeric>{t('seating.arrived', { ...counts })}</span>
      {overfull.length > 0 && (
        <span className={classes.overfull}>
          <IconAlertTriangle size={16} aria-hidden />
          {t('seating.overfull', { places })}
        </span>
      )}
    </>
  );
}
