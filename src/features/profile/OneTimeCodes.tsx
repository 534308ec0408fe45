import { Button, Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { OwnCodesState } from '#data/accountTypes.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { useCodeWords } from '#hooks/words/codeWords.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { notify } from '#ui/components/notify.tsx';
import { FormPart } from '#ui/forms/Form.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { ProofForm } from './ProofForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpCodes } from './SetUpCodes.tsx';

type Doing = 'setting_up' | 'renewing' | 'ending';

/** The own one-time codes: setting them up, new recovery codes, doing without (decision 42). */
export function OneTimeCodes() {
  const { t } = useCodeWords();
  const errorText = useErrorText();
  const { accounts } = useAppData();
  const { value, failure, refresh } = useServerValue(() => accounts.ownCodes(), 'codes');
  const [doing, setDoing] = useState<Doing | null>(null);
  const [recovery, setRecovery] = useState<readonly string[] | null>(null);

  function stop(): void {
    setDoing(null);
    setRecovery(null);
    refresh();
  }
  return (
    <FormPart title={t('codes.title')} hint={t('codes.hint')}>
      {recovery !== null ? (
        <RecoveryCodes codes={recovery} onDone={stop} />
      ) : value === null ? (
        failure === null ? (
          <Skeleton h={64} />
        ) : (
          <Nothing>{errorText(failure)}</Nothing>
        )
      ) : doing === 'setting_up' ? (
        <SetUpCodes again={value.since !== null} onDone={stop} onCancel={() => setDoing(null)} />
      ) : doing === 'renewing' ? (
        <ProofForm
          submit={t('codes.renew')}
          onCancel={() => setDoing(null)}
          act={(password, code) => accounts.renewRecovery(password, code)}
          onDone={setRecovery}
        />
      ) : doing === 'ending' ? (
        <ProofForm
          submit={t('codes.end')}
          danger
          onCancel={() => setDoing(null)}
          act={(password, code) => accounts.endCodes(password, code)}
          onDone={() => {
            notify.success(t('codes.ended'));
            stop();
          }}
        />
      ) : (
        <State state={value} onDo={setDoing} />
      )}
    </FormPart>
  );
}

function State({ state, onDo }: { state: OwnCodesState; onDo: (doing: Doing) => void }) {
  const { t } = useCodeWords();
  const format = useFormat();
  const { since, recoveryLeft, required } = state;
  if (since === null) {
    return (
      <>
        <p>{t('codes.none')}</p>
        <div>
          <Button onClick={() => onDo('setting_up')}>{t('codes.setUp')}</Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p>
        <strong>{t('codes.since', { time: format.dateTime(since) })}</strong>{' '}
        {t('codes.left', { count: recoveryLeft })}
        {required && ` ${t('codes.required')}`}
      </p>
      <Group gap="sm">
        <Button variant="default" onClick={() => onDo('renewing')}>
          {t('codes.renew')}
        </Button>
        <Button variant="default" onClick={() => onDo('setting_up')}>
          {t('codes.again')}
        </Button>
        {!required && (
          <Button variant="default" color="red" onClick={() => onDo('ending')}>
            {t('codes.end')}
          </Button>
        )}
      </Group>
    </>
  );
}
