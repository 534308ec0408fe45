import { undoCreation } from '../events/creation.ts';
import { deletion } from '../events/deletion.ts';
import type { JobKind } from '../jobs/job.ts';

/** What the worker can do for those who ask. */
export const JOB_KINDS: readonly JobKind<never>[] = [deletion, undoCreation];
