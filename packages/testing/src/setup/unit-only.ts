import { createRequire, syncBuiltinESMExports } from "node:module";
import { Server } from "node:net";

/**
 * Keeps unit tests fast and independent of the machine: one that starts a process, opens a port or loads a database
 * engine fails, and belongs in a file named `*.integration.test.ts`.
 */
const refuse = (action: string) => (): never => {
	throw new Error(`A unit test must not ${action}: name its file *.integration.test.ts`);
};

Server.prototype.listen = refuse("open a port");

const childProcess = createRequire(import.meta.url)("node:child_process");
for (const name of ["spawn", "fork", "exec", "execFile", "spawnSync", "execSync", "execFileSync"])
	childProcess[name] = refuse("start a process");
syncBuiltinESMExports();

const ENGINES = /[/\\](@chdb|chdb)[/\\]/;
const loadLibrary = process.dlopen;
process.dlopen = (module: object, file: string, ...rest: [flags?: number]) => {
	if (ENGINES.test(file)) refuse("load a database engine")();
	loadLibrary.call(process, module, file, ...rest);
};
