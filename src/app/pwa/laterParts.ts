/**
 * Parts of the app that nobody needs at a door: editors and previews of documents and messages, forms of events, charts, the
 * import and the copy of guests, money, rates, the history, accounts, registrations in full, new files, letters of other
 * scripts for documents, codes of lines, and the large icons that a browser takes while it installs the app (which needs a
 * network itself; the smaller one stays). They are kept for use without a network after the others, and only for whoever
 * prepares events (members and managers). By what their files are called; `e2e/app/weight.spec.ts` counts both halves.
 */
const LATER =
  /^\/?(?:icon-(?:maskable-)?512\.png$|assets\/(?:pdf\.worker|pdf-|Notif|PagePreview|xlsx|FigureChart|Liberation|noto-sans-(?:arabic|hebrew|cyrillic|greek|vietnamese)|StatisticsPage|PlanEditorPage|ImportPage|importWorker|MoneyPage|Event(?:Form|CreatePage|UpdatePage)|ClientCopyPage|CopyEvent|ConsumerEditPage|FileCreationPage|HubsPage|HistoryPage|RateSettingPage|SecurityPage|(?:User(?:s|Creation|Access)?|Access)Page|StatementPage|statementWorker|papaparse|csv-|ServicesPage|Template|Form(?:Page|Create)|MessagePreview|code128))/;

/** `url` as the list of the service worker has it, or a path of this origin. */
export const comesLater = (url: string): boolean => LATER.test(url);

/**
 * Whether a device that holds `urls` is one of the version that kept everything in one cache. By a part that never belonged to
 * the first ones: any other that has come to the later ones since still lies among the first of the version before.
 */
export const keptWhole = (urls: readonly string[]): boolean =>
  urls.some((url) => /\/assets\/pdf\.worker/.test(url));

/** What a page says to the service worker when its person may need all parts. */
export const ALL_PARTS = 'ALL_PARTS';
