import { describeWithEngine } from "@footfall/testing/require-engine";
import { missingS3 } from "@footfall/testing/s3/s3-distribution";
import { type S3Server, startS3 } from "@footfall/testing/s3/s3-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBucket } from "./bucket.ts";

describeWithEngine("a bucket", missingS3(), () => {
	let server: S3Server;
	beforeAll(async () => {
		server = await startS3();
	});
	afterAll(() => server.remove());

	const bytes = (text: string) => new TextEncoder().encode(text);
	const settings = () => ({ ...server.settings, prefix: "footfall/" });

	it("returns what was stored in it, under the prefix", async () => {
		const bucket = openBucket(settings());
		await bucket.put("1/a.gz", bytes("one"));
		await bucket.put("1/a.gz", bytes("two"));
		expect(await bucket.get("1/a.gz")).toEqual(bytes("two"));
		expect(server.names()).toEqual(["footfall/1/a.gz"]);
	});

	it("returns nothing for an unknown name", async () =>
		expect(await openBucket(settings()).get("1/nothing.gz")).toBeUndefined());

	it("deletes many objects at once, including ones that never existed", async () => {
		const bucket = openBucket(settings());
		const names = Array.from({ length: 30 }, (_none, number) => `2/${number}.gz`);
		await Promise.all(names.map((name) => bucket.put(name, bytes(name))));
		await bucket.put("3/kept.gz", bytes("kept"));
		const never = Array.from({ length: 1000 }, (_none, number) => `2/never-${number}.gz`);
		await bucket.remove([...never, ...names]);
		expect(server.names().filter((name) => !name.startsWith("footfall/1/"))).toEqual([
			"footfall/3/kept.gz",
		]);
	});

	it("rejects a wrong key, and reports it without quoting it", async () => {
		const bucket = openBucket({ ...settings(), secretKey: "a wrong secret key" });
		const refusal = {
			name: "BucketError",
			message: expect.stringMatching(/^The bucket recordings is unavailable: it responds with 403/),
		};
		await expect(bucket.put("1/b.gz", bytes("x"))).rejects.toMatchObject(refusal);
		await expect(bucket.get("1/a.gz")).rejects.toMatchObject(refusal);
		await expect(bucket.remove(["1/a.gz"])).rejects.toMatchObject(refusal);
		const said = await bucket.put("1/b.gz", bytes("x")).catch(String);
		expect(said).not.toMatch(/wrong secret|tester/);
	});

	it("reports that it does not exist, or that the service does not respond", async () => {
		await expect(
			openBucket({ ...settings(), bucket: "elsewhere" }).put("1/b.gz", bytes("x")),
		).rejects.toThrow("The bucket elsewhere is unavailable: it responds with 404");
		await expect(
			openBucket({ ...settings(), endpoint: "http://127.0.0.1:9" }).get("1/a.gz"),
		).rejects.toThrow(/The bucket recordings is unavailable: /);
	});
});
