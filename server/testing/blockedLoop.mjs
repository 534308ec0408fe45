/*
 * Loaded into a server before its own code (NODE_OPTIONS=--import …): complains when something kept the event loop for a
 * second. Seconds of its own work, not of the clock: where others use the processor it is not at fault.
 */
const BLOCKED = 1_000_000; // µs
const EVERY = 50; // ms

let before = process.cpuUsage();
setInterval(() => {
  const used = process.cpuUsage(before);
  before = process.cpuUsage();
  if (used.user + used.system > BLOCKED) {
    process.stderr.write(
      `the event loop was blocked: ${Math.round((used.user + used.system) / 1000)} ms of work in one turn\n`,
    );
  }
}, EVERY).unref();
