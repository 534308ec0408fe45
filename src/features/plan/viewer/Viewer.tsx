import { SegmentedControl } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, Session } from '#domain/documents/session.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import type { PlanCanvasHandle } from '../canvas/types.ts';
import { useEscape } from '../canvas/useEscape.ts';
import { useLarge } from '../canvas/useLarge.ts';
import { DragGhost } from './DragGhost.tsx';
import { Figures } from './Figures.tsx';
import { FocusCard } from './FocusCard.tsx';
import { GuestPanel } from './GuestPanel.tsx';
import { PhoneGuests } from './PhoneGuests.tsx';
import { PlanFace } from './PlanFace.tsx';
import classes from './Plan.module.css';
import { PlanKey, PlanKeyButton } from './PlanKey.tsx';
import { PlanMenu } from './PlanMenu.tsx';
import { Prompt } from './Prompt.tsx';
import { SeatUndo } from './SeatUndo.tsx';
import { Strips } from './Strips.tsx';
import { TableList } from './TableList.tsx';
import { useFaceInView } from './useFaceInView.ts';
import { useGuestDrag } from './useGuestDrag.ts';
import { useKeysOnPlan } from './useKeysOnPlan.ts';
import { useNames } from './useNames.ts';
import { useOvertaken } from './useOvertaken.ts';
import { usePressed } from './usePressed.ts';
import { useProposal } from './useProposal.ts';
import { useSeating } from './useSeating.ts';
import { useSeatColours, type ColourBy } from './useSeatColours.ts';
import { useSeatLooks } from './useSeatLooks.ts';
import { ZoomTools } from './ZoomTools.tsx';

type View = 'viewPlan' | 'viewList';
const VIEWS: readonly View[] = ['viewPlan', 'viewList'];

export function Viewer({ session, plan }: { session: Session; plan: Plan }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const isMember = useCan('member');
  const isArchived = session.status === 'archived';
  const canEdit = isMember && !isArchived;
  const names = useNames(session);
  const desk = useSeating(session, names, canEdit);
  useOvertaken(desk);
  const [view, setView] = useState<View>('viewPlan');
  const { proposal, propose, accept, discard } = useProposal(session, desk);
  const looks = useSeatLooks(desk, proposal);
  const [colourBy, setColourBy] = useState<ColourBy>('state');
  const colours = useSeatColours(desk, colourBy);
  const main = useRef<HTMLDivElement>(null);
  const isCarrying = desk.carry !== null || desk.offer !== null;
  useFaceInView(main, isCarrying, view === 'viewList');
  const [isFolded, setFolded] = useState(false);
  const layout = useRef<HTMLDivElement>(null);
  const isPressed = usePressed(layout);
  const canvas = useRef<PlanCanvasHandle>(null);
  const card = useRef<HTMLElement>(null);
  const dragging = useGuestDrag(desk, plan, canvas);
  useKeysOnPlan(card, main);
  const isPhone = useMediaQuery('(max-width: 43.7em)', false, { getInitialValueInEffect: false });
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
        <PhoneGuests desk={desk} beside={view === 'viewPlan' && <PlanKeyButton {...key} />} />
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
        onDiscard={discard}
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
            {canEdit && <SeatUndo desk={desk} isShort={isPhone} />}
            <PlanMenu {...{ session, plan, looks, canEdit }} onPropose={propose} />
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
          <div ref={main} tabIndex={-1} className={classes.main}>
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
      {dragging.drag !== null && <DragGhost desk={desk} drag={dragging.drag} />}
    </>
  );
}
