import { ActionIcon } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconFocusCentered,
  IconLayoutSidebarRightCollapse,
  IconLayoutSidebarRightExpand,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanCanvasHandle } from '../canvas/types.ts';
import classes from './Plan.module.css';

interface ZoomToolsProps {
  canvas: RefObject<PlanCanvasHandle | null>;
  /** Null where the guests are in a sheet. */
  folded: boolean | null;
  onFold: (folded: boolean) => void;
  large: boolean;
  onLarge: (large: boolean) => void;
}

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

/** What is seen of the plan: its guests beside it, the window for it alone, closer and further. */
export function ZoomTools({ canvas, folded, onFold, large, onLarge }: ZoomToolsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.zoom} data-screen-only>
      {folded !== null && (
        <Tool label={t(folded ? 'seating.unfold' : 'seating.fold')} onClick={() => onFold(!folded)}>
          {folded ? <IconLayoutSidebarRightExpand {...icon} /> : <IconLayoutSidebarRightCollapse {...icon} />}
        </Tool>
      )}
      <Tool label={t(large ? 'seating.small' : 'seating.large')} onClick={() => onLarge(!large)}>
        {large ? <IconArrowsMinimize {...icon} /> : <IconArrowsMaximize {...icon} />}
      </Tool>
      <Tool label={t('seating.zoomIn')} onClick={() => canvas.current?.zoomBy(1.5)}>
        <IconPlus {...icon} />
      </Tool>
      <Tool label={t('seating.zoomOut')} onClick={() => canvas.current?.zoomBy(1 / 1.5)}>
        <IconMinus {...icon} />
      </Tool>
      <Tool label={t('seating.zoomAll')} onClick={() => canvas.current?.zoomBy(0)}>
        <IconFocusCentered {...icon} />
      </Tool>
    </div>
  );
}

function Tool({ label, ...rest }: { label: string; onClick: () => void; children: ReactNode }) {
  return <ActionIcon size={40} variant="default" aria-label={label} title={label} {...rest} />;
}
