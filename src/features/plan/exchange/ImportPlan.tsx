import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, Session } from '#domain/documents/session.ts';
import { importPlan, type ExchangeError, type ImportedPlan } from '#domain/plan/editor/exchange.ts';
import { nextTableIndex } from '#domain/plan/editor/tables.ts';
import { nextPictureIndex } from '#domain/plan/pictures.ts';
import { notify } from '#ui/components/notify.tsx';
import classes from './Exchange.module.css';
import { ImportDialog } from './ImportDialog.tsx';

type ImportFailure = Omit<ExchangeError, 'code'> & { code: ExchangeError['code'] | 'too_large' };
const ERROR_KEYS = {
  not_json: 'planExchange.error.not_json',
  unknown_format: 'planExchange.error.unknown_format',
  not_a_plan: 'planExchange.error.not_a_plan',
  not_pretix: 'planExchange.error.not_pretix',
  empty_plan: 'planExchange.error.empty_plan',
  table_number_exists: 'planExchange.error.table_number_exists',
  too_large: 'planExchange.error.too_large',
} as const satisfies Record<ImportFailure['code'], string>;

/** Bytes; a plan of 10,000 seats has a tenth of it. */
const LARGEST = 20_000_000;

interface ImportPlanProps {
  session: Session;
  /** The plan that is being edited, as it is now. */
  current: () => Plan;
  onTake: (plan: Plan) => void;
}

/** One way in for every file: what it is, its content says. Of a foreign one, what is lost is told first. */
export function ImportPlan({ session, current, onTake }: ImportPlanProps) {
  const { t } = useTranslation();
  const [error, setError] = useState<ImportFailure | null>(null);
  const [asking, setAsking] = useState<ImportedPlan | null>(null);
  // So that the same file can be chosen again once it was corrected.
  const again = useRef<() => void>(null);

  async function read(file: File | null): Promise<void> {
    again.current?.();
    if (file === null) return;
    if (file.size > LARGEST) {
      setError({ code: 'too_large', paths: [] });
      return;
    }
    const text = await file.text();
    const plan = current();
    const result = importPlan(text, {
      firstIndex: nextTableIndex(plan),
      fileIndex: nextPictureIndex(session, plan),
    });
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    if (result.value.report === null) take(result.value);
    else setAsking(result.value);
  }
  function take({ plan }: ImportedPlan): void {
    setAsking(null);
    onTake(plan);
    notify.info(t('planExchange.imported'));
  }
  return (
    <>
      <FileButton resetRef={again} accept="application/json,.json" onChange={(file) => void read(file)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconUpload size={18} aria-hidden />}>
            {t('planExchange.importPlan')}
          </Button>
        )}
      </FileButton>
      {error !== null && (
        <p role="alert" className={classes.error}>
          {t(ERROR_KEYS[error.code], { paths: error.paths.join(', ') })}
        </p>
      )}
      {asking?.report != null && (
        <ImportDialog report={asking.report} onCancel={() => setAsking(null)} onTake={() => take(asking)} />
      )}
    </>
  );
}
