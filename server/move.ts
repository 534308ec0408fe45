import { move, runCommand } from './backup/commands.ts';

await runCommand('npm run move', (config, _file, tell) => move(config, tell));
