import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconMarquee2,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconDots,
  IconLayoutGrid,
  IconListNumbers,
  IconLock,
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
import { Fragment, type ReactNode, type RefObject } from 'react';
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
  lock: IconLock,
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
  lock: 'L',
  selectAll: 'Ctrl A',
};
/** In the menu alone where there is no room for it: `last` where there is hardly any, `tight` where that has the way to save, too. */
type Rare = 'first' | 'last' | 'tight';
const GROUPS: readonly (readonly { id: CommandId; rare?: Rare }[])[] = [
  [{ id: 'undo' }, { id: 'redo', rare: 'tight' }],
  [
    ...([
      { id: 'duplicate', rare: 'last' },
      { id: 'copy', rare: 'first' },
      { id: 'paste', rare: 'first' },
    ] as const),
    ...([{ id: 'remove' }, { id: 'lock', rare: 'last' }, { id: 'selectAll', rare: 'first' }] as const),
  ],
];
const EDIT: readonly CommandId[] = ['redo', 'selectAll', 'duplicate', 'copy', 'paste', 'lock'];
const ALIGN: readonly CommandId[] = [
  ...(['alignLeft', 'alignCentre', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'] as const),
  ...(['distributeX', 'distributeY'] as const),
];
const ZOOM = 1.4;

interface ToolbarProps {
  editor: Editor;
  canvas: RefObject<PlanCanvasHandle | null>;
  several: boolean;
  onSeveral: (several: boolean) => void;
  onGrid: () => void;
  onNumber: () => void;
  /** At the ends of the bar, such as what folds the panels. */
  before?: ReactNode;
  after?: ReactNode;
}

/** One line of one height, whatever is selected: the canvas below never moves. */
export function EditorToolbar(props: ToolbarProps) {
  const { editor, canvas, several, onSeveral } = props;
  const { t } = useTranslation();
  const { state, apply } = editor;
  return (
    <div className={classes.toolbar} role="group" aria-label={t('planEditor.toolbar')}>
      {props.before}
      {GROUPS.map((group, index) => (
        <Fragment key={group[0]?.id}>
          {index > 0 && <span className={classes.divider} />}
          {group.map(({ id, rare }) => {
            const { run, enabled }: Command = COMMANDS[id];
            return (
              <Tool
                key={id}
                icon={ICONS[id]}
                label={t(`planEditor.command.${id}`)}
                shortcut={SHORTCUTS[id]}
                disabled={!enabled(state)}
                rare={rare}
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
      <More {...props} />
      <span className={classes.spring} />
      <span className={classes.zooms}>
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
      </span>
      <Tool
        icon={IconMaximize}
        label={t('planEditor.wholePlan')}
        shortcut="0"
        onClick={() => canvas.current?.setViewport(wholePlan(state.plan))}
      />
      {props.after}
    </div>
  );
}

/** What is for many tables, and what the bar has no room for. */
function More({ editor, onGrid, onNumber }: ToolbarProps) {
  const { t } = useTranslation();
  const { state, apply } = editor;
  const hasTables = Object.keys(state.plan.state.tables).length > 0;
  const item = (id: CommandId) => {
    const { run, enabled }: Command = COMMANDS[id];
    const Glyph = ICONS[id];
    return (
      <Menu.Item
        key={id}
        leftSection={<Glyph size={18} aria-hidden />}
        rightSection={<span className={classes.shortcut}>{SHORTCUTS[id]}</span>}
        disabled={!enabled(state)}
        onClick={() => apply(run)}
      >
        {t(`planEditor.command.${id}`)}
      </Menu.Item>
    );
  };
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('planEditor.more')}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('planEditor.more')} mah="min(70dvh, 560px)" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('planEditor.moreTables')}</Menu.Label>
        <Menu.Item leftSection={<IconLayoutGrid size={18} aria-hidden />} onClick={onGrid}>
          {t('planEditor.grid.open')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconListNumbers size={18} aria-hidden />}
          disabled={!hasTables}
          onClick={onNumber}
        >
          {t('planEditor.numbering.open')}
        </Menu.Item>
        <Menu.Label>{t('planEditor.moreEdit')}</Menu.Label>
        {EDIT.map(item)}
        <Menu.Label>{t('planEditor.moreAlign')}</Menu.Label>
        {ALIGN.map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}

export interface ToolProps {
  icon: Icon;
  label: string;
  shortcut?: string | undefined;
  disabled?: boolean;
  pressed?: boolean;
  rare?: Rare | undefined;
  onClick: () => void;
}

export function Tool(props: ToolProps) {
  const { icon: Glyph, label, shortcut, disabled = false, pressed, rare, onClick } = props;
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
        data-rare={rare}
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
