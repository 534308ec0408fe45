import { backup, runCommand } from './backup/commands.ts';

await runCommand('npm run backup -- FILE', backup);
