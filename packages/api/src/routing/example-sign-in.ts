/** Examples of fields of signing in. */
export const SIGN_IN_EXAMPLES: Readonly<Record<string, unknown>> = {
	operatingSystem: "Linux",
	deviceType: "Desktop",
	"MemberSignIn.detail": null,
	"OwnSignIn.detail": null,
	requiredBy: ["Example Corp"],
	totpURI: "otpauth://totp/Footfall:ada@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Footfall",
	backupCodes: ["k7Qfa-9sW2x", "p3LmD-0vRt8"],
	"SecondFactorCode.code": "492039",
	issuer: "https://login.example.com/realms/corp",
	clientId: "footfall",
	clientSecret: "the secret of the client",
	redirectUri: "https://stats.example.com/api/sign-in/oidc/o_7f3kQx/callback",
	"DomainRecord.name": "_footfall.example.com",
	"DomainRecord.value": "footfall-domain-verification=kX9f2Lq7",
	"SignInProvider.path": "/api/sign-in/oidc/corp",
};
