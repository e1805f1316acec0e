import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A self-signed key and certificate for `localhost`. */
const selfSigned = () => {
	const folder = mkdtempSync(join(tmpdir(), "footfall-tls-"));
	const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
	const what = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
	const where = ["-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=localhost"];
	execFileSync("openssl", ["req", ...what, ...where], { stdio: "ignore" });
	const made = { key: readFileSync(key), cert: readFileSync(cert) };
	rmSync(folder, { recursive: true });
	return made;
};

/** Terminates TLS on `port` and forwards what is below `prefix` without it, like a proxy for several services. */
export const startPrefixProxy = async (
	port: number,
	prefix: string,
	target: { port: number },
): Promise<{ close(): Promise<void> }> => {
	const server = createServer(selfSigned(), (incoming, response) => {
		const path = incoming.url ?? "";
		if (path !== prefix && !path.startsWith(`${prefix}/`)) {
			response.writeHead(404).end("Another service");
			return;
		}
		const headers = { ...incoming.headers, "x-forwarded-proto": "https" };
		const outgoing = request(
			{
				host: "127.0.0.1",
				port: target.port,
				method: incoming.method,
				path: path.slice(prefix.length) || "/",
				headers,
			},
			(answer) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
			},
		);
		outgoing.on("error", () => response.writeHead(502).end());
		incoming.pipe(outgoing);
	});
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	return {
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
};
