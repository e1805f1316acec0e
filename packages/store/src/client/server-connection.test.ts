import { describe, expect, it } from "vitest";
import { insertObstacle } from "./server-connection.ts";

type Client = Parameters<typeof insertObstacle>[0];

const obstacleOf = (rows: readonly object[], quorum: string) =>
	insertObstacle(
		{ query: async () => ({ json: async () => rows }) } as never as Client,
		"events",
		quorum,
	);
const up = (active_replicas: number, total_replicas: number) => [
	{ is_readonly: 0, active_replicas, total_replicas },
];

describe("the reason why a cluster cannot store", () => {
	it.each([
		[up(3, 3), "auto"],
		[up(2, 3), "auto"],
		[up(1, 1), "auto"],
		[up(1, 3), "1"],
		[up(2, 3), "2"],
		[[], "auto"],
	])("is empty with %j and a quorum of %s", async (rows, quorum) =>
		expect(await obstacleOf(rows, quorum)).toBe(""),
	);

	it.each([
		[up(1, 3), "auto", "1 of 3 servers of the cluster are up, but storing needs 2"],
		[up(2, 4), "auto", "2 of 4 servers of the cluster are up, but storing needs 3"],
		[up(2, 3), "3", "2 of 3 servers of the cluster are up, but storing needs 3"],
		[
			[{ is_readonly: 1, active_replicas: 0, total_replicas: 0 }],
			"auto",
			"the server has lost its connection to Keeper, so nothing can be stored",
		],
	])("is reported with %j and a quorum of %s", async (rows, quorum, obstacle) =>
		expect(await obstacleOf(rows, quorum)).toBe(obstacle),
	);
});
