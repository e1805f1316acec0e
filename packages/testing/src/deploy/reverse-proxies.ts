import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../eventually.ts";
import { freePorts } from "../network/free-ports.ts";
import { DEPLOY, pathOf } from "./programs.ts";

export const PROXY_NAMES = ["nginx", "caddy", "haproxy"] as const;
export type ProxyName = (typeof PROXY_NAMES)[number];

/** A real reverse proxy with the configuration of `deploy/proxies`, on ports and certificates of the test. */
export interface ReverseProxy {
	/** TLS for `stats.example.com`, and for `www.example.com` below `/stats/`. */
	port: number;
	/** The port of plain requests, which a proxy redirects to TLS; 0 for Caddy, whose own redirects are off here. */
	plainPort: number;
	/** The certificate that clients have to trust, PEM. */
	certificate: string;
	/** The certificate's file. */
	certificatePath: string;
	stop(): Promise<void>;
}

interface Place {
	directory: string;
	port: number;
	plainPort: number;
	/** The gateway's address. */
	target: string;
}

const replaced = (text: string, changes: readonly (readonly [string | RegExp, string])[]) =>
	changes.reduce((changed, [from, to]) => {
		const after = changed.replaceAll(from, to);
		if (after === changed) throw new Error(`The configuration no longer has ${from}`);
		return after;
	}, text);
const configuration = (name: string) => readFileSync(join(DEPLOY, "proxies", name), "utf8");

/** nginx' main file, which serves the content of `site` in the foreground, and its command. */
const nginxServing = (directory: string, site: string): string[] => {
	writeFileSync(join(directory, "site.conf"), site);
	const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
	writeFileSync(
		join(directory, "nginx.conf"),
		[
			"daemon off;",
			// Not a different user, who could not access this directory.
			"user root;",
			`pid ${directory}/pid;`,
			"error_log stderr;",
			"events {}",
			"http {",
			"access_log off;",
			...folders.map((name) => `${name}_temp_path ${directory}/${name};`),
			`include ${directory}/site.conf;`,
			"}",
		].join("\n"),
	);
	return ["-e", "stderr", "-c", join(directory, "nginx.conf")];
};

const caddyServing = (directory: string, sites: string): string[] => {
	const options = `{\n\tadmin off\n\tauto_https off\n}\n`;
	writeFileSync(join(directory, "Caddyfile"), options + sites);
	return ["run", "--config", join(directory, "Caddyfile"), "--adapter", "caddyfile"];
};

/** The file as operators have it, except for addresses and paths; and the command that serves it in the foreground. */
const SERVERS: Record<ProxyName, (place: Place) => string[]> = {
	nginx: ({ directory, port, plainPort, target }) => {
		const site = replaced(configuration("nginx.conf"), [
			// First, because a port of ours may begin with its digits.
			["127.0.0.1:3000", target],
			[/^\tlisten \[::\].*\n/gm, ""],
			["listen 443 ", `listen 127.0.0.1:${port} `],
			["listen 80;", `listen 127.0.0.1:${plainPort};`],
			["/etc/ssl/stats.example.com/fullchain.pem", join(directory, "cert.pem")],
			["/etc/ssl/stats.example.com/privkey.pem", join(directory, "key.pem")],
		]);
		return nginxServing(directory, site);
	},
	caddy: ({ directory, port, target }) => {
		const own = `bind 127.0.0.1\n\ttls ${directory}/cert.pem ${directory}/key.pem`;
		const sites = replaced(configuration("Caddyfile"), [
			// First, because a port of ours may begin with its digits.
			["127.0.0.1:3000", target],
			[/^www\.example\.com \{/gm, `https://www.example.com:${port} {\n\t${own}`],
			[
				/^stats\.example\.com \{/gm,
				`https://stats.example.com:${port}, https://localhost:${port} {\n\t${own}`,
			],
		]);
		return caddyServing(directory, sites);
	},
	haproxy: ({ directory, port, plainPort, target }) => {
		mkdirSync(join(directory, "certs"));
		const pem = ["cert.pem", "key.pem"].map((name) => readFileSync(join(directory, name), "utf8"));
		writeFileSync(join(directory, "certs", "both.pem"), pem.join(""));
		const file = replaced(configuration("haproxy.cfg"), [
			// First, because a port of ours may begin with its digits.
			["127.0.0.1:3000", target],
			["bind :80\n", `bind 127.0.0.1:${plainPort}\n`],
			["bind :443 ", `bind 127.0.0.1:${port} `],
			["/etc/haproxy/certs/", `${directory}/certs/`],
			["stats.example.com }", "stats.example.com localhost }"],
		]);
		writeFileSync(join(directory, "haproxy.cfg"), file);
		return ["-db", "-f", join(directory, "haproxy.cfg")];
	},
};

const makeCertificate = (directory: string): string => {
	const names = "subjectAltName=DNS:stats.example.com,DNS:www.example.com,DNS:localhost";
	const what = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
	const [key, cert] = [join(directory, "key.pem"), join(directory, "cert.pem")];
	const where = ["-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=test", "-addext", names];
	execFileSync("openssl", ["req", ...what, ...where], { stdio: "ignore" });
	return readFileSync(cert, "utf8");
};

const listens = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		const settle = (isListening: boolean) => {
			socket.destroy();
			resolve(isListening);
		};
		socket.once("connect", () => settle(true));
		socket.once("error", () => settle(false));
	});

/** Serves what `prepare` writes into a directory with a certificate, and resolves once it listens on the port. */
const startServer = async (
	name: ProxyName,
	prepare: (place: Omit<Place, "target">) => string[],
	environment: NodeJS.ProcessEnv = {},
): Promise<ReverseProxy> => {
	const directory = mkdtempSync(join(tmpdir(), `footfall-proxy-${name}-`));
	const [port = 0, plainPort = 0] = await freePorts(2);
	const certificate = makeCertificate(directory);
	const child: ChildProcess = spawn(pathOf(name) ?? name, prepare({ directory, port, plainPort }), {
		env: {
			PATH: process.env["PATH"],
			HOME: directory,
			XDG_DATA_HOME: directory,
			...environment,
		},
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream?.on("data", (chunk: Buffer) => {
			output = (output + chunk.toString()).slice(-10_000);
		});
	const exited = once(child, "exit");
	await eventually(
		async () => child.exitCode !== null || (await listens(port)),
		(isThere) => isThere,
	);
	if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${output}`);
	return {
		port,
		plainPort: name === "caddy" ? 0 : plainPort,
		certificate,
		certificatePath: join(directory, "cert.pem"),
		stop: async () => {
			child.kill("SIGTERM");
			// Some wait until clients close their open connections.
			const overdue = setTimeout(() => child.kill("SIGKILL"), 5_000);
			await exited;
			clearTimeout(overdue);
			rmSync(directory, { recursive: true, force: true });
		},
	};
};

/** Starts the proxy in front of `target`, and resolves once it listens. @param target such as `127.0.0.1:3000` */
export const startReverseProxy = (name: ProxyName, target: string): Promise<ReverseProxy> =>
	startServer(name, (place) => SERVERS[name]({ ...place, target }));

export const WEBSITE_SERVERS = ["nginx", "caddy"] as const;

/**
 * Starts a website's own server, `www.example.com`, which forwards the tracker's paths to `stats.example.com`: the
 * proxy `next`. Only addresses are changed in the block of the manual. nginx also serves it on the plain port.
 * @param others the ports of other hosts that nginx forwards to over TLS
 */
export const startWebsiteServer = (
	name: (typeof WEBSITE_SERVERS)[number],
	block: string,
	next: Pick<ReverseProxy, "port" | "certificatePath">,
	others: Readonly<Record<string, number>> = {},
): Promise<ReverseProxy> =>
	startServer(
		name,
		({ directory, port, plainPort }) => {
			if (name === "caddy")
				return caddyServing(
					directory,
					replaced(block, [
						// This machine's own name for the server, which the proxy also serves.
						["https://stats.example.com", `https://localhost:${next.port}`],
						[
							/^www\.example\.com \{/gm,
							`https://www.example.com:${port} {\n\tbind 127.0.0.1\n\ttls ${directory}/cert.pem ${directory}/key.pem`,
						],
					]),
				);
			return nginxServing(
				directory,
				[
					// nginx looks up the name in `proxy_pass` here, and uses it as the server's name.
					...Object.entries({ "stats.example.com": next.port, ...others }).map(
						([host, at]) => `upstream ${host} { server 127.0.0.1:${at}; }`,
					),
					"server {",
					`listen 127.0.0.1:${port} ssl;`,
					`listen 127.0.0.1:${plainPort};`,
					`ssl_certificate ${directory}/cert.pem;`,
					`ssl_certificate_key ${directory}/key.pem;`,
					block,
					"}",
				].join("\n"),
			);
		},
		{ SSL_CERT_FILE: next.certificatePath },
	);
