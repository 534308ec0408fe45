import { ActionIcon, Button, Drawer, SegmentedControl } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconArrowBackUp, IconChevronUp, IconDownload, IconEdit, IconWand } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, Session } from '#domain/documents/session.ts';
import { proposeSeats, type SeatProposal } from '#domain/clients/parties.ts';
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
import { Figures } from './Figures.tsx';
import { FocusCard } from './FocusCard.tsx';
import { GuestPanel } from './GuestPanel.tsx';
import { PlanFace } from './PlanFace.tsx';
import classes from './Plan.module.css';
import { PlanKey, PlanKeyButton } from './PlanKey.tsx';
import { Prompt } from './Prompt.tsx';
import { Strips } from './Strips.tsx';
import { TableList } from './TableList.tsx';
import { useGuestDrag } from './useGuestDrag.ts';
import { useNames } from './useNames.ts';
import { useOvertaken } from './useOvertaken.ts';
import { useSeating, type SeatingDesk } from './useSeating.ts';
import { usePressed } from './usePressed.ts';
import { useSeatColours, type ColourBy } from './useSeatColours.ts';
import { useSeatLooks } from './useSeatLooks.ts';
import { ZoomTools } from './ZoomTools.tsx';

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
  useOvertaken(desk);
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
    <ZoomTools
      canvas={canvas}
      folded={isPhone ? null : isFolded}
      onFold={setFolded}
      large={isLarge}
      onLarge={setLarge}
    />
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

  const isAlone = isLarge && view === 'viewPlan';
  // With the guests folded what was picked is told over the plan.
  const isOver = isFolded && !isPhone && view === 'viewPlan';
  const isTarget = isCarrying && desk.focus?.kind === 'table' && desk.focus.isTarget === true;
  // On a phone the prompt stands at the foot of the window, and so of the plan.
  const isAbove = isPhone && isCarrying && !isTarget && view === 'viewPlan';
  const told = <FocusCard ref={card} desk={desk} />;
  const key = { colours, colourBy, onColourBy: setColourBy };
  const side = (
    <div
      className={classes.side}
      data-screen-only
      data-carrying={isTarget ? 'target' : isCarrying || undefined}
    >
      {!isOver && told}
      {isPhone ? (
        <div className={classes.sheetBar}>
          <Button rightSection={<IconChevronUp {...icon} />} onClick={() => setSheet(true)}>
            {t('seating.guestSheet')}
          </Button>
          {view === 'viewPlan' && <PlanKeyButton {...key} />}
        </div>
      ) : (
        <GuestPanel desk={desk} dragging={view === 'viewPlan' ? dragging : null} />
      )}
    </div>
  );
  const prompt = <Prompt desk={desk} tools={isAbove ? tools : null} />;
  // On a phone what is to be decided waits while somebody is on the way: with both there would be hardly a plan to tap on.
  const strips =
    isPhone && isCarrying ? null : (
      <Strips
        {...{ desk, proposal, frozen: isPressed }}
        onAccept={(accepted) => void accept(accepted)}
        onDiscard={() => setProposal(null)}
      />
    );

  return (
    <>
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
            {canEdit && <Undo desk={desk} isShort={isPhone} />}
            <ActionMenu items={items} />
          </>
        }
      >
        {!canEdit && (
          <p className={classes.note}>{t(isArchived ? 'seating.archived' : 'seating.readOnly')}</p>
        )}
        <div
          ref={layout}
          className={classes.layout}
          data-view={view}
          data-large={isAlone || undefined}
          data-over-plan={view === 'viewPlan' || undefined}
          data-folded={isOver || undefined}
          data-card={desk.focus !== null || undefined}
        >
          <div ref={main} className={classes.main}>
            {view === 'viewList' && strips}
            {view === 'viewList' && prompt}
            {view === 'viewPlan' ? (
              <>
                <div className={classes.room}>
                  {strips}
                  {/* Below what is to be decided, which it would cover. */}
                  {prompt}
                  <PlanFace
                    {...{ desk, session, plan, looks, canvas, card, colours }}
                    dropping={dragging.drag}
                    over={isOver ? told : null}
                    tools={isPhone && !isAbove ? tools : null}
                  />
                </div>
                {!isPhone && <PlanKey {...key} frozen={isPressed} tools={tools} />}
              </>
            ) : (
              <TableList desk={desk} />
            )}
          </div>
          {(!isPhone || isAlone) && side}
        </div>
      </Page>
      {isPhone && !isAlone && side}
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
    </>
  );
}

/** Where there is little room its sign alone, or the buttons would have a second line. */
function Undo({ desk, isShort }: { desk: SeatingDesk; isShort: boolean }) {
  const { t } = useTranslation();
  const { done } = desk;
  const shared = {
    disabled: done === null || desk.busy,
    title: done === null ? t('seating.saved') : t('seating.undoOf', { label: done.label }),
    onClick: () => void desk.undo(),
  };
  const sign = <IconArrowBackUp {...icon} />;
  return isShort ? (
    <ActionIcon size={44} variant="default" aria-label={t('seating.undo')} {...shared}>
      {sign}
    </ActionIcon>
  ) : (
    <Button variant="default" leftSection={sign} {...shared}>
      {t('seating.undo')}
    </Button>
  );
}
