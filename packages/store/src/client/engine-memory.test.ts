import { expect, it } from "vitest";
import { engineMemory } from "./engine-memory.ts";

const MEBIBYTE = 1024 ** 2;

it.each([
	["a machine of 16 GB", 16_384, 0, 2048],
	["a machine of 1 GB", 1024, 0, 768],
	["a machine of 512 MB, which is too small", 512, 0, 640],
	["a container of 1 GB", 16_384, 1024, 768],
	["a container whose limit is above its machine's memory", 2048, 2 ** 43, 1792],
])("leaves memory to the other processes of %s", (_name, machine, container, engine) =>
	expect(engineMemory(machine * MEBIBYTE, container * MEBIBYTE)).toBe(engine * MEBIBYTE),
);
