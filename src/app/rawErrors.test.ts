import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/*
 * What an Error, a server or a library says is in no language of ours. On a screen it may stand in the fold 'details'
 * only (ui/components/Details.tsx); everywhere else a code becomes words (hooks/words/errorText.ts). The layers that draw are read here.
 */
const LAYERS = ['app', 'features', 'hooks', 'ui'];

/** Ways to get at such a text. */
const RAW =
  /(?<!classes)\.(?:message|stack|validationMessage)\b|\b(?:change|cause|error)\.reason\b|String\((?:cause|error|failure|reason)\)/;

/** Where it is right, by file: the line that may do so, and why. */
const RIGHT: Record<string, { line: RegExp; why: string }> = {
  'app/ErrorPage.tsx': { line: /<Details text=/, why: 'the fold' },
  'hooks/words/errorText.ts': { line: /: null;$|message \} |message\b/, why: 'detailOf feeds the fold' },
  'hooks/data/useAction.ts': { line: /\btell\(/, why: 'the fold of the status area' },
  'hooks/data/eventRegistry.ts': { line: /code: 'unknown', message:/, why: 'makes a failure' },
  'features/login/LoginPage.tsx': { line: /code: 'unknown', message:/, why: 'makes a failure' },
  'app/shell/RefusedList.tsx': { line: /isReason\(change\.reason\)/, why: 'a code, or the fold' },
  'ui/forms/useValidatedForm.ts': { line: /as ValidationKey/, why: 'our own key, set by HundredthsInput' },
  'features/clients/page/NotifsTab.tsx': {
    line: /attempt\.message/,
    why: 'the message that was sent to the guest',
  },
  'features/notifs/MessageFields.tsx': { line: /(?:notifs|values)\.message/, why: 'the text of an SMS' },
  'features/notifs/usePreviewed.ts': {
    line: /whatsapp\?\.message/,
    why: 'the text of a WhatsApp message',
  },
  'features/notifs/useForeseen.ts': {
    line: /whatsapp: \[templates/,
    why: 'the text of a WhatsApp message',
  },
  'features/notifs/notifFormValues.ts': { line: /(?:sms|values)\.message/, why: 'the text of an SMS' },
  'features/notifs/Outcome.tsx': { line: /tabs\.message/, why: 'the name of a column' },
  'features/scan/decoder.ts': { line: /new Error\(/, why: 'made in a worker, for the log' },
  'features/scan/decoderWorker.ts': { line: /post\(/, why: 'made in a worker, for the log' },
  'features/history/HistoryTable.tsx': {
    line: /history\.message|classes\.message/,
    why: 'the name of a column',
  },
  'features/sessions/everybody/ResendMany.tsx': { line: /bulk\.message/, why: 'the word of a field' },
  'features/imports/reading/importWorker.ts': { line: /message\.data/, why: 'a message of a worker' },
};

const files = LAYERS.flatMap((layer) =>
  readdirSync(`src/${layer}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(?:^|\/)testing\//.test(name))
    .map((name) => `${layer}/${name}`),
);

describe('no raw error reaches a screen [I18N-01]', () => {
  it('reads the screens', () => expect(files.length).toBeGreaterThan(200));

  it.each(files)('%s', (file) => {
    const lines = readFileSync(`src/${file}`, 'utf8').split('\n');
    const raw = lines.filter((line) => {
      const code = line.trim();
      if (code.startsWith('*') || code.startsWith('/')) return false;
      return RAW.test(code) && RIGHT[file]?.line.test(code) !== true;
    });
    expect(raw).toEqual([]);
  });
});
