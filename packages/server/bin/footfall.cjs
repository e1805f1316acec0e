#!/usr/bin/env node
// Every Node can read these files, however old it is. The product itself would end with a syntax error there, and with a
// stack trace where its event store cannot be loaded.
const platformFault = require("./platform-fault.cjs");

/** `EX_CONFIG` of sysexits.h, as for everything else that is invalid and that a restart does not repair. */
const EXIT_UNUSABLE = 78;

const reason = platformFault(process);
if (reason === undefined) require("./load.cjs");
else {
	process.stderr.write(`${reason}\n`);
	process.exit(EXIT_UNUSABLE);
}
