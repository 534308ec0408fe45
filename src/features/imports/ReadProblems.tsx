import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OF_QUOTES, READ_PROBLEMS, stopsImport } from '#domain/import/readProblems.ts';
import { Warning } from '#ui/components/Warning.tsx';
import type { useImport } from './useImport.ts';
import classes from './Import.module.css';

/** As many line numbers as one looks up. */
const NAMED = 8;

/** Why the file is doubtful, line by line, and the ways out: nothing is imported before one of them is taken. */
export function ReadProblems({ plan }: { plan: ReturnType<typeof useImport> }) {
  const { t } = useTranslation();
  const { problems, accepted, setAccepted, file, source } = plan;
  if (problems.length === 0) return null;
  const how = file?.how;
  const plainQuotes =
    how?.format === 'csv' && problems.some(({ code }) => OF_QUOTES.includes(code))
      ? () => source.readAgain({ delimiter: how.delimiter, encoding: how.encoding, quotes: 'plain' })
      : null;
  return (
    <div role="alert">
      <Warning title={t('imports.doubtful')}>
        {READ_PROBLEMS.map((code) => {
          const lines = problems.filter((one) => one.code === code).map(({ line }) => line);
          if (lines.length === 0) return null;
          return (
            <li key={code} className={classes.doubt}>
              <Lines lines={lines} /> {t(`imports.readProblem.${code}`)}
            </li>
          );
        })}
        <li className={classes.answers}>
          {plainQuotes !== null && (
            <Button size="xs" variant="default" disabled={source.reading} onClick={plainQuotes}>
              {t('imports.plainQuotes')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={plan.reset}>
            {t('imports.another')}
          </Button>
          {problems.some(stopsImport) && (
            <Checkbox
              label={t('imports.accept')}
              checked={accepted}
              onChange={(change) => setAccepted(change.currentTarget.checked)}
            />
          )}
        </li>
      </Warning>
    </div>
  );
}

function Lines({ lines }: { lines: readonly number[] }) {
  const { t } = useTranslation();
  const all = [...new Set(lines)].sort((a, b) => a - b);
  const more = all.length - NAMED;
  return (
    <strong data-numeric>
      {t('imports.lines', { count: all.length, lines: all.slice(0, NAMED).join(', ') })}
      {more > 0 && ` ${t('imports.linesMore', { count: more })}`}
    </strong>
  );
}
