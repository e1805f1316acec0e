import Module from "node:module";
import { types } from "node:util";

/**
 * The test runner asks Node for the `import` condition everywhere, so that a CommonJS package which requires
 * another one is handed that one's ES module. Here it gets what it would get outside of the tests. To be
 * imported before anything that loads Express or `pg`.
 */
const { require } = Module.prototype;
Module.prototype.require = Object.assign(function (this: NodeJS.Module, id: string): unknown {
	const loaded: unknown = require.call(this, id);
	const isModule = types.isModuleNamespaceObject(loaded);
	return isModule ? (Reflect.get(Object(loaded), "default") ?? loaded) : loaded;
}, require);
