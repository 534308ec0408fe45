import { restore, runCommand } from './backup/commands.ts';

await runCommand('npm run restore -- FILE', restore);
