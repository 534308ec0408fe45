import { Button } from '@mantine/core';
import { IconLayoutGrid, IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { addPicture, addTable } from '#domain/plan/editor/edits.ts';
import { beginPlacing, move, release } from '#domain/plan/editor/gestures.ts';
import { cancelled } from '#domain/plan/editor/model.ts';
import { newTable, TABLE_TEMPLATES, type TableTemplate } from '#domain/plan/editor/templates.ts';
import type { Point } from '#domain/plan/geometry.ts';
import { ownTouches } from '#ui/platform/ownTouches.ts';
import { followPointer } from '../canvas/followPointer.ts';
import type { PlanCanvasHandle } from '../canvas/types.ts';
import classes from './Editor.module.css';
import { PictureButton } from './PictureButton.tsx';
import { TableGlyph } from './TableGlyph.tsx';
import type { Editor } from './useEditorState.ts';

const PICTURE_ICON = { fill: 'none', strokeWidth: 0.9, padding: 4 } as const;
/** CSS pixels after which a press on a template is a drag. */
const DRAG_SLOP = 5;
/** Where a new table waits while the pointer is not over the plan. */
const NOWHERE: Point = { x: -1000, y: -1000 };

interface PaletteProps {
  editor: Editor;
  session: Session;
  canvas: RefObject<PlanCanvasHandle | null>;
  onAdded?: () => void;
  /** Asks for rows and columns of tables. */
  onGrid: () => void;
}

/** Templates: a click adds a table, a drag puts it where it belongs (movenew, PLAN-03). */
export function TemplatePalette({ editor, session, canvas, onAdded, onGrid }: PaletteProps) {
  const { t } = useTranslation();
  const { apply } = editor;
  const stop = useRef<(() => void) | null>(null);
  const dragged = useRef(false);
  useEffect(() => () => stop.current?.(), []);

  function begin(template: TableTemplate, down: PointerEvent): void {
    if (down.button !== 0 || !down.isPrimary) return;
    stop.current?.();
    dragged.current = false;
    const from = { x: down.clientX, y: down.clientY };
    const at = ({ clientX, clientY }: globalThis.PointerEvent): Point =>
      canvas.current?.pointAt(clientX, clientY) ?? NOWHERE;
    stop.current = followPointer(down, {
      move(event) {
        if (!dragged.current) {
          if (Math.hypot(event.clientX - from.x, event.clientY - from.y) <= DRAG_SLOP) return;
          dragged.current = true;
          apply((state) => beginPlacing(state, template, at(event)));
        }
        const zoom = canvas.current?.viewport().zoom ?? 1;
        const to = at(event);
        apply((state) => move(state, to, { free: event.altKey, zoom, outside: to === NOWHERE }));
      },
      end(event) {
        if (!dragged.current) return;
        if (event === null) apply(cancelled);
        else {
          apply((state) => release(state, at(event) === NOWHERE));
          onAdded?.();
        }
      },
    });
  }

  return (
    <section className={classes.panel}>
      <h2>{t('planEditor.palette')}</h2>
      <div className={classes.palette}>
        {TABLE_TEMPLATES.map((template) => {
          const type = t(`planEditor.type.${template.type}`);
          return (
            <button
              key={template.type}
              type="button"
              ref={ownTouches}
              className={classes.template}
              aria-label={t('planEditor.addTemplate', { type, count: template.seats })}
              onPointerDown={(event) => begin(template, event)}
              onClick={() => {
                // The end of a drag is a click too.
                if (dragged.current) {
                  dragged.current = false;
                  return;
                }
                apply((state) => addTable(state, template));
                onAdded?.();
              }}
            >
              <Thumbnail template={template} />
              <span aria-hidden>{type}</span>
            </button>
          );
        })}
        <PictureButton
          session={session}
          onKept={(picture) => {
            apply((state) => addPicture(state, picture));
            onAdded?.();
          }}
        >
          {({ onClick, busy }) => (
            <button
              type="button"
              className={classes.template}
              aria-label={t('planEditor.addPicture')}
              aria-busy={busy}
              onClick={onClick}
            >
              {/* The templates' own drawing style is for their shapes. */}
              <IconPhoto size={52} stroke={1.2} style={PICTURE_ICON} aria-hidden />
              <span aria-hidden>{t('planEditor.type.image')}</span>
            </button>
          )}
        </PictureButton>
      </div>
      <p className={classes.hint}>{t('planEditor.paletteHint')}</p>
      <Button
        variant="default"
        px="xs"
        className={classes.wrapping}
        leftSection={<IconLayoutGrid size={18} aria-hidden />}
        onClick={onGrid}
      >
        {t('planEditor.grid.open')}
      </Button>
    </section>
  );
}

function Thumbnail({ template: { type, seats } }: { template: TableTemplate }) {
  return (
    <svg viewBox="-5 -5 10 10" width={52} height={52} aria-hidden>
      <TableGlyph table={newTable(type, seats, { x: 0, y: 0 }, 1)} />
    </svg>
  );
}
