import { describe, expect, it } from "vitest";
import { clientIdFrom, PRODUCTS, SECRET_OF, type TypedId } from "./client-fields.ts";

const typed = (more: Partial<TypedId>): TypedId => ({
	product: "plausible",
	id: "shop.example",
	secret: "",
	...more,
});

describe("a typed id of another product's client", () => {
	it("is sent without the spaces around it", () => {
		expect(clientIdFrom(typed({ id: " shop.example " }), [])).toEqual({
			product: "plausible",
			id: "shop.example",
			isSecretSet: false,
		});
	});

	it("is missing, or there already", () => {
		expect(clientIdFrom(typed({ id: " " }), [])).toBe("empty");
		const there = [{ product: "plausible", id: "shop.example", isSecretSet: false }] as const;
		expect(clientIdFrom(typed({}), there)).toBe("repeated");
		expect(clientIdFrom(typed({ product: "segment" }), there)).not.toBe("repeated");
	});

	it("has a secret where servers send, and no other", () => {
		for (const product of PRODUCTS) {
			const found = clientIdFrom(typed({ product, secret: "a long secret" }), []);
			const secret = SECRET_OF[product] === undefined ? undefined : "a long secret";
			expect(typeof found === "object" && found.secret).toBe(secret);
		}
		expect(clientIdFrom(typed({ product: "google" }), [])).toBe("noSecret");
		expect(clientIdFrom(typed({ product: "matomo", secret: "short" }), [])).toBe("noSecret");
		expect(clientIdFrom(typed({ product: "matomo" }), [])).toMatchObject({ isSecretSet: false });
	});
});
