import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconMarquee2,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconSelectAll,
  IconTrash,
  IconZoomIn,
  IconZoomOut,
  IconMaximize,
  type Icon,
} from '@tabler/icons-react';
import { Fragment, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { COMMANDS, type Command, type CommandId } from '#domain/plan/editor/commands.ts';
import { wholePlan } from '#domain/plan/viewport.ts';
import type { PlanCanvasHandle } from '../canvas/types.ts';
import classes from './Editor.module.css';
import type { Editor } from './useEditorState.ts';

const ICONS = {
  undo: IconArrowBackUp,
  redo: IconArrowForwardUp,
  copy: IconCopy,
  paste: IconClipboard,
  duplicate: IconCopyPlus,
  remove: IconTrash,
  selectAll: IconSelectAll,
  alignLeft: IconLayoutAlignLeft,
  alignCentre: IconLayoutAlignCenter,
  alignRight: IconLayoutAlignRight,
  alignTop: IconLayoutAlignTop,
  alignMiddle: IconLayoutAlignMiddle,
  alignBottom: IconLayoutAlignBottom,
  distributeX: IconLayoutDistributeHorizontal,
  distributeY: IconLayoutDistributeVertical,
} as const satisfies Record<CommandId, Icon>;

/** Shown beside the name, as people know them. */
const SHORTCUTS: Partial<Record<CommandId, string>> = {
  undo: 'Ctrl Z',
  redo: 'Ctrl Y',
  copy: 'Ctrl C',
  paste: 'Ctrl V',
  duplicate: 'Ctrl D',
  remove: 'Del',
  selectAll: 'Ctrl A',
};
const GROUPS: readonly (readonly CommandId[])[] = [
  ['undo', 'redo'],
  ['duplicate', 'copy', 'paste', 'remove', 'selectAll'],
  ['alignLeft', 'alignCentre', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'],
  ['distributeX', 'distributeY'],
];
const ZOOM = 1.4;

interface ToolbarProps {
  editor: Editor;
  canvas: RefObject<PlanCanvasHandle | null>;
  several: boolean;
  onSeveral: (several: boolean) => void;
}

export function EditorToolbar({ editor, canvas, several, onSeveral }: ToolbarProps) {
  const { t } = useTranslation();
  const { state, apply } = editor;
  // Aligning is for several tables; without them its ten buttons would only be in the way.
  const groups = state.selection.length > 1 ? GROUPS : GROUPS.slice(0, 2);
  return (
    <div className={classes.toolbar} role="group" aria-label={t('planEditor.toolbar')}>
      {groups.map((group, index) => (
        <Fragment key={group[0]}>
          {index > 0 && <span className={classes.divider} />}
          {group.map((id) => {
            const { run, enabled }: Command = COMMANDS[id];
            return (
              <Tool
                key={id}
                icon={ICONS[id]}
                label={t(`planEditor.command.${id}`)}
                shortcut={SHORTCUTS[id]}
                disabled={!enabled(state)}
                onClick={() => apply(run)}
              />
            );
          })}
        </Fragment>
      ))}
      <span className={classes.divider} />
      <Tool
        icon={IconMarquee2}
        label={t('planEditor.several')}
        shortcut="Shift"
        pressed={several}
        onClick={() => onSeveral(!several)}
      />
      <span className={classes.spring} />
      <Tool
        icon={IconZoomOut}
        label={t('planEditor.zoomOut')}
        shortcut="-"
        onClick={() => canvas.current?.zoomBy(1 / ZOOM)}
      />
      <Tool
        icon={IconZoomIn}
        label={t('planEditor.zoomIn')}
        shortcut="+"
        onClick={() => canvas.current?.zoomBy(ZOOM)}
      />
      <Tool
        icon={IconMaximize}
        label={t('planEditor.wholePlan')}
        shortcut="0"
        onClick={() => canvas.current?.setViewport(wholePlan(state.plan))}
      />
    </div>
  );
}

interface ToolProps {
  icon: Icon;
  label: string;
  shortcut?: string | undefined;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
}

function Tool({ icon: Glyph, label, shortcut, disabled = false, pressed, onClick }: ToolProps) {
  return (
    <Tooltip label={shortcut === undefined ? label : `${label} (${shortcut})`} openDelay={400}>
      <ActionIcon
        variant={pressed === true ? 'filled' : 'subtle'}
        color={pressed === true ? 'ink' : 'gray'}
        size={36}
        aria-label={label}
        // Focus stays on a button that can do nothing any more.
        data-disabled={disabled || undefined}
        aria-disabled={disabled}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        onClick={() => {
          if (!disabled) onClick();
        }}
      >
        <Glyph size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
