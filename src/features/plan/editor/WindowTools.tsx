import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconDeviceFloppy,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLayoutSidebarRightCollapse,
  IconLayoutSidebarRightExpand,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { useLarge } from '../canvas/useLarge.ts';
import { Tool } from './EditorToolbar.tsx';
import type { usePlanSaving } from './usePlanSaving.ts';

interface FoldToolProps {
  isFolded: boolean;
  onFold: (folded: boolean) => void;
}

/** Folds what is left of the plan. */
export function FoldTools({ isFolded, onFold }: FoldToolProps) {
  const { t } = useTranslation();
  return (
    <Tool
      icon={isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
      label={t(isFolded ? 'planEditor.unfoldTools' : 'planEditor.foldTools')}
      onClick={() => onFold(!isFolded)}
    />
  );
}

/** Folds what is right of it. */
export function FoldDetails({ isFolded, onFold }: FoldToolProps) {
  const { t } = useTranslation();
  return (
    <Tool
      icon={isFolded ? IconLayoutSidebarRightExpand : IconLayoutSidebarRightCollapse}
      label={t(isFolded ? 'planEditor.unfoldDetails' : 'planEditor.foldDetails')}
      onClick={() => onFold(!isFolded)}
    />
  );
}

interface LargeToolsProps {
  saving: ReturnType<typeof usePlanSaving>;
  large: ReturnType<typeof useLarge>;
}

/** The plan on the whole window, where the page's own button to save is out of sight. */
export function LargeTools({ saving, large }: LargeToolsProps) {
  const { t } = useTranslation();
  return (
    <>
      {large.isLarge && (
        <Tool
          icon={IconDeviceFloppy}
          label={t('planEditor.save')}
          disabled={!saving.dirty || saving.busy}
          onClick={() => void saving.save()}
        />
      )}
      <Tool
        icon={large.isLarge ? IconArrowsMinimize : IconArrowsMaximize}
        label={t(large.isLarge ? 'seating.small' : 'seating.large')}
        onClick={() => large.set(!large.isLarge)}
      />
    </>
  );
}
