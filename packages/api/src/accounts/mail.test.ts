import { describe, expect, it } from "vitest";
import { invitationMail } from "./mail.ts";

const mailOf = (organization: string, inviter = "Emma") =>
	invitationMail("https://stats.example.com", {
		to: "guest@example.com",
		id: "t",
		organization,
		inviter,
	});

describe("user-chosen names in mails", () => {
	it.each([
		["Acme GmbH & Co", "“Acme GmbH & Co”"],
		["Müller’s Café 24", "“Müller’s Café 24”"],
		["日本新聞", "“日本新聞”"],
		["evil.example/login", "“evil example login”"],
		["http://evil.example", "“http evil example”"],
		["Acme”.\n\nYour password has expired", "“Acme Your password has expired”"],
		["a\u2028b\u202Ec\u0000d", "“a b c d”"],
		["x".repeat(255), `“${"x".repeat(60)}”`],
		["<b>@[]", "“b”"],
	])("quotes %j as %s", (name, shown) => {
		const { subject, text } = mailOf(name, name);
		expect(subject).toBe("You are invited to an organization on Footfall");
		expect(text.split("\n").slice(2, 4)).toEqual([`From: ${shown}`, `Organization: ${shown}`]);
		expect(text.match(/https?:\/\/\S+/g)).toEqual([
			"https://stats.example.com/account/invitation#t",
		]);
	});
});
