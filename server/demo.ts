/* Placeholder until the server replaces it. */
console.error('The server is not built into this version yet.');
process.exitCode = 1;
