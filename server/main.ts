import { startServer } from './app.ts';

const { url } = await startServer(process.env);
console.log(`Foyer is ready at ${process.env['PUBLIC_URL'] || url}`);
