import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { Component, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { Details } from '#ui/components/Details.tsx';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { ChunkLoadError } from '#ui/platform/loadChunk.ts';
import { logError } from '#ui/platform/log.ts';
import { hrefs } from '#ui/paths.ts';
import classes from './ErrorPage.module.css';

/** What a person sees when a screen broke: what happened, that nothing is lost, and what to do. */
export function ErrorPage() {
  return <ErrorView cause={useRouteError()} />;
}

function ErrorView({ cause }: { cause: unknown }) {
  const { t } = useTranslation();
  useEffect(() => logError('a screen failed', cause), [cause]);
  const chunk = cause instanceof ChunkLoadError;
  return (
    <div role="alert">
      <EmptyState
        icon={chunk ? IconCloudOff : IconAlertTriangle}
        order={1}
        title={t(chunk ? 'problem.chunkTitle' : 'problem.title')}
        text={t(chunk ? 'problem.chunkText' : 'problem.text')}
        action={
          // Plain ones: this is in what is loaded before everything else, and the library's button is not.
          <>
            <button type="button" className={classes.button} onClick={() => window.location.reload()}>
              {t('common.reload')}
            </button>
            <a className={`${classes.button} ${classes.other}`} href={hrefs.home()}>
              {t('problem.home')}
            </a>
          </>
        }
      />
      <div className={classes.details}>
        <Details text={cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)} />
      </div>
    </div>
  );
}

/** Around everything, for what breaks outside the router. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { cause: unknown; failed: boolean }> {
  override state = { cause: null, failed: false };

  static getDerivedStateFromError(cause: unknown) {
    return { cause, failed: true };
  }

  override render() {
    return this.state.failed ? <ErrorView cause={this.state.cause} /> : this.props.children;
  }
}
