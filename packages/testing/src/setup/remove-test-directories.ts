import { afterAll } from "vitest";
import { removeTestDirectories } from "../test-directory.ts";

afterAll(removeTestDirectories);
